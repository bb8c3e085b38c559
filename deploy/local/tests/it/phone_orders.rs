//! A phone order: entered in the office, corrected, and tracked by the shopper.

use proto::inventory::v1::ListStockLevelsRequest;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    office::{Colleague, owned_shop},
    shop::{OpenShop, answer},
};

const EMAIL: &str = "meena@gmail.com";

impl Colleague<'_> {
    async fn place(&self, shop: &OpenShop, order: &Value) -> (u16, Value) {
        let request = shop.office(Method::POST, "orders").header("cookie", &self.cookie);
        answer(request.header("Idempotency-Key", "one-call").json(order)).await
    }
}

/// An order of one pack at the current price.
async fn order_by_phone(owner: &Colleague<'_>) -> Value {
    let (status, packs) = owner.get("packs").await;
    assert_eq!(status, 200, "{packs}");
    let packs = packs["data"]["packs"].as_array().expect("a list");
    let pack = packs.iter().find(|pack| pack["availability"] == "in_stock");
    let pack = pack.expect("something is in stock");
    let (status, quote) = owner
        .get(&format!("orders/quote?pincode=395007&goods={}", pack["price"]))
        .await;
    assert_eq!(status, 200, "{quote}");
    let amount = |value: &Value| value.as_f64().expect("an amount");
    let way = amount(&quote["data"]["prepaid"]) + amount(&quote["data"]["codFee"]);
    json!({
        "fullName": "Meena Shah",
        "email": EMAIL,
        "mobileNumber": "9123456780",
        "deliveryAddress": "12 Ring Road, Surat",
        "pincode": "395007",
        "source": "phone",
        "paymentMethod": "cod",
        "total": amount(&pack["price"]) + way,
        "lines": [{
            "productId": pack["productId"],
            "productName": pack["productName"],
            "weightInGrams": pack["weightInGrams"],
            "quantity": 1,
            "unitPrice": pack["price"],
        }],
    })
}

/// The shopper changes the quantity to three and then two. The price and the reservation follow.
async fn quantities_follow(shop: &OpenShop, owner: &Colleague<'_>, number: &str, order: &Value) {
    let path = format!("orders/{number}/lines");
    let (line, amount) = (&order["lines"][0], |value: &Value| {
        value.as_f64().expect("an amount")
    });
    let charges = amount(&order["total"]) - amount(&line["unitPrice"]);
    let first = order["version"].as_i64().expect("a number");
    // There are no other orders.
    let reserved = async || {
        let stock = owner.call(&ListStockLevelsRequest::default()).await;
        let level = stock.levels.into_iter().find(|level| {
            let pack = level.pack.clone().unwrap_or_default();
            line["productId"] == pack.product_id && line["weightInGrams"] == pack.weight_in_grams
        });
        Some(level?.reserved)
    };
    assert_eq!(reserved().await, Some(1));
    for (version, quantity) in (first..).zip([3, 2]) {
        let lines = json!([{
            "productId": line["productId"],
            "weightInGrams": line["weightInGrams"],
            "quantity": quantity,
        }]);
        let correction = json!({ "version": version, "lines": lines });
        let (status, corrected) = owner.send(Method::PUT, &path, &correction).await;
        assert_eq!(status, 200, "{corrected}");
        let total = amount(&line["unitPrice"]) * f64::from(quantity) + charges;
        assert_eq!(corrected["data"]["total"].as_f64(), Some(total), "{corrected}");
        testkit::eventually("the packs follow", async || {
            (reserved().await == Some(i64::from(quantity))).then_some(())
        })
        .await;
    }
    let mail = shop.mail(EMAIL, "We changed the packs").await;
    assert!(mail.contains("New total"), "{mail}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_order_is_placed_corrected_and_followed() {
    let shop = OpenShop::start().await;
    let owner = owned_shop(&shop).await;
    let order = order_by_phone(&owner).await;
    let (status, placed) = owner.place(&shop, &order).await;
    assert_eq!(status, 201, "{placed}");
    assert_eq!(placed["data"]["total"].as_f64(), order["total"].as_f64());
    assert_eq!(
        owner.place(&shop, &order).await,
        (201, placed.clone()),
        "a try again"
    );
    let number = placed["data"]["number"].as_str().expect("a text");
    let confirmation = shop.mail(EMAIL, "Order Confirmed").await;
    assert!(confirmation.contains(number), "{confirmation}");

    let (status, kept) = owner.get(&format!("orders/{number}")).await;
    assert_eq!(
        (status, &kept["data"]["source"]),
        (200, &json!("phone")),
        "{kept}"
    );
    assert_eq!(kept["data"]["changes"][0]["actor"], "staff");
    let note =
        json!({ "noteId": "01936f00-0000-7000-8000-0000000000e1", "text": "She asks for a call before" });
    let path = format!("orders/{number}/notes");
    let (status, noted) = owner.send(Method::POST, &path, &note).await;
    assert_eq!(status, 201, "{noted}");
    let (_, read) = owner.get(&path).await;
    assert_eq!(read["data"]["notes"], json!([noted["data"]]));

    let address = json!({
        "version": kept["data"]["version"],
        "fullName": "Meena Shah",
        "mobileNumber": "9000000001",
        "deliveryAddress": "4 Temple Street, Surat",
        "pincode": "395003",
    });
    let (status, corrected) = owner
        .send(Method::PUT, &format!("orders/{number}/address"), &address)
        .await;
    assert_eq!(status, 200, "{corrected}");
    let mail = shop.mail(EMAIL, "We changed the delivery address").await;
    assert!(mail.contains("4 Temple Street"), "{mail}");

    quantities_follow(&shop, &owner, number, &corrected["data"]).await;

    // The shopper tracks the order with the new number, and sees one step.
    let found = |mobile_number: &str| {
        let tracking = json!({ "orderNumber": number, "mobilenumber": mobile_number });
        let url = format!("{}/api/v1/users/orders/track", shop.shop.url());
        shop.browser.post(url).json(&tracking)
    };
    let (status, followed) = answer(found("9000000001")).await;
    assert_eq!(status, 200, "{followed}");
    assert_eq!(
        followed["data"]["changes"].as_array().map(Vec::len),
        Some(1),
        "{followed}"
    );
    let (status, _) = answer(found("9123456780")).await;
    assert_eq!(status, 404);
    shop.close().await;
}
