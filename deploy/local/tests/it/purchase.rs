use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    office::{edit_product, owned_shop},
    shop::{OpenShop, answer, mentions},
};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_kept_told_once_and_confirmed_by_mail() {
    let shop = OpenShop::start().await;
    let order = shop.good_order().await;
    let (status, answer) = shop.order(&order, Some("one-attempt")).await;
    assert_eq!(status, 201, "{answer}");
    assert_eq!(answer["success"], true);
    assert_eq!(answer["message"], "Order placed successfully!");
    assert_eq!(answer["data"]["totalAmount"], order["totalAmount"]);
    let (id, number) = (
        text(&answer["data"]["orderId"]),
        text(&answer["data"]["orderNumber"]),
    );

    testkit::eventually("the event is in the stream", async || {
        let events = shop.events().await;
        (events.len() == 1 && mentions(&events[0], &id)).then_some(())
    })
    .await;
    let shopper = text(&order["email"]);
    let mail = shop.mail(&shopper, "").await;
    assert!(mail.contains(&number), "{mail}");
    assert_eq!(shop.kept_orders().await, 1);
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_submits_with_one_key_are_one_order_and_sixty_four_equal_answers() {
    let shop = Arc::new(OpenShop::start().await);
    let order = shop.good_order().await;
    let mut submits = JoinSet::new();
    for _ in 0..64 {
        let (shop, order) = (Arc::clone(&shop), order.clone());
        submits.spawn(async move { shop.try_order(&order, Some("one-attempt")).await });
    }
    let answers = submits.join_all().await;
    assert_eq!(answers[0].0, 201, "{}", answers[0].1);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(shop.kept_orders().await, 1);

    let mut another = order.clone();
    another["pincode"] = json!("395008");
    let (status, answer) = shop.order(&another, Some("one-attempt")).await;
    assert_eq!(status, 422, "{answer}");
    assert_eq!(shop.kept_orders().await, 1);
    Arc::into_inner(shop)
        .expect("every submit is answered")
        .close()
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_belongs_to_the_logged_in_account() {
    let shop = OpenShop::start().await;
    let mut accounts = Vec::new();
    for email in ["asha@gmail.com", "bina@gmail.com"] {
        shop.register(email, "monsoon-42").await;
        accounts.push(shop.log_in(email, "monsoon-42").await);
    }
    let order = shop.good_order().await;
    let send = async |cookie: &str| {
        let request = shop
            .request(Method::POST, "users/orders/create/")
            .header("Idempotency-Key", "one-attempt")
            .header("Cookie", cookie)
            .json(&order);
        let (status, answer) = answer(request).await;
        assert_eq!(status, 201, "{answer}");
        answer
    };
    let [asha, bina] = [send(&accounts[0]).await, send(&accounts[1]).await];
    assert_ne!(asha["data"]["orderId"], bina["data"]["orderId"]);
    assert_eq!(send(&accounts[0]).await, asha, "a retry");
    // A shopper whose session has ended sends the same order with the same key as a guest.
    let guest = send("sid=ended").await;
    assert!(guest == asha || guest == bina, "{guest}");

    let pool = sqlx::PgPool::connect(shop.shop.database_url("order"))
        .await
        .expect("the role may connect");
    let owners = sqlx::query_scalar("SELECT count(DISTINCT account_id) FROM orders").fetch_one(&pool);
    let owners: i64 = owners.await.expect("the orders can be read");
    pool.close().await;
    assert_eq!((owners, shop.kept_orders().await), (2, 2));
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_changed_price_the_list_shows_the_new_one_and_the_next_try_succeeds() {
    let shop = OpenShop::start().await;
    let owner = owned_shop(&shop).await;
    let order = shop.good_order().await;
    let id = text(&order["products"][0]["productId"]);
    edit_product(&shop, &owner.cookie, &id, |content| {
        content.actual_price_paise = 25_900;
    })
    .await;

    let (status, answer) = shop.order(&order, Some("one-attempt")).await;
    assert_eq!(status, 409, "{answer}");
    assert!(
        text(&answer["message"]).contains("₹259, not ₹249"),
        "the old and the new price are named: {answer}"
    );
    let quote = &answer["data"]["quotes"][0];
    assert_eq!(
        (&quote["productName"], &quote["price"]),
        (&json!("Karela Powder"), &json!(259))
    );
    // The refusal refreshes the list, which takes a second at most.
    let order = testkit::eventually("the list shows the new price", async || {
        let order = shop.good_order().await;
        (order["products"][0]["basePrice"] == json!(259)).then_some(order)
    })
    .await;
    let (status, answer) = shop.order(&order, Some("another-attempt")).await;
    assert_eq!(status, 201, "{answer}");
    assert_eq!(shop.kept_orders().await, 1);
    shop.close().await;
}

type Tamper = fn(&mut Value);

/// Changes to a good order, and the expected status.
const TAMPERED: [(&str, Tamper, u16); 13] = [
    (
        "a price",
        |order| order["products"][0]["basePrice"] = json!(1),
        409,
    ),
    (
        "a line total",
        |order| order["products"][0]["actualPrice"] = json!(1),
        409,
    ),
    ("the total", |order| order["totalAmount"] = json!(1), 409),
    (
        "a weight",
        |order| order["products"][0]["weightInGrams"] = json!(999),
        409,
    ),
    (
        "a product id",
        |order| order["products"][0]["productId"] = json!("0190b6a0-0000-7000-9000-000000000000"),
        409,
    ),
    (
        "a product id that is none",
        |order| order["products"][0]["productId"] = json!("karela"),
        422,
    ),
    (
        "quantity 0",
        |order| order["products"][0]["quantity"] = json!(0),
        422,
    ),
    (
        "quantity -1",
        |order| order["products"][0]["quantity"] = json!(-1),
        422,
    ),
    (
        "quantity 1.5",
        |order| order["products"][0]["quantity"] = json!(1.5),
        400,
    ),
    (
        "quantity 2^31",
        |order| order["products"][0]["quantity"] = json!(1_u64 << 31),
        422,
    ),
    (
        "51 lines",
        |order| order["products"] = json!(vec![order["products"][0].clone(); 51]),
        422,
    ),
    ("an empty cart", |order| order["products"] = json!([]), 422),
    (
        "no products at all",
        |order| {
            order.as_object_mut().expect("an object").remove("products");
        },
        400,
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_tampered_order_gets_a_clear_refusal_and_nothing_is_kept() {
    let shop = OpenShop::start().await;
    let good = shop.good_order().await;
    for (what, tamper, expected) in TAMPERED {
        let mut order = good.clone();
        tamper(&mut order);
        let (status, answer) = shop.order(&order, None).await;
        assert_eq!(status, expected, "{what}: {answer}");
        assert_eq!(answer["success"], false, "{what}");
        assert!(text(&answer["message"]).len() > 10, "{what}: {answer}");
    }
    assert_eq!(shop.kept_orders().await, 0);
    assert!(shop.events().await.is_empty());
    shop.close().await;
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
