use proto::order::v1::{CurrentPrices, PlaceOrderRequest};
use runtime::status;
use tonic::Code;

use crate::{Shop, count, fake_catalog, good_order, line};

type Tamper = fn(&mut PlaceOrderRequest);

/// A tampered request, its error code and a part of the message.
const TAMPERED: [(&str, Tamper, Code, &str); 14] = [
    (
        "a lower price",
        |order| order.lines[0] = line(fake_catalog::KARELA, 100, 2, 100),
        Code::Aborted,
        "₹249",
    ),
    (
        "a price of nothing",
        |order| order.lines[0] = line(fake_catalog::KARELA, 100, 2, 0),
        Code::Aborted,
        "₹249",
    ),
    (
        "a negative price",
        |order| order.lines[0] = line(fake_catalog::KARELA, 100, 2, -24_900),
        Code::Aborted,
        "₹249",
    ),
    (
        "a lower line total",
        |order| order.lines[0].line_total_paise = 24_900,
        Code::Aborted,
        "₹498",
    ),
    (
        "a lower total",
        |order| order.total_paise = 100,
        Code::Aborted,
        "₹1171",
    ),
    (
        "a weight not on offer",
        |order| order.lines[0].weight_in_grams = 500,
        Code::Aborted,
        "Karela Powder (500 g)",
    ),
    (
        "a weight of nothing",
        |order| order.lines[0].weight_in_grams = 0,
        Code::InvalidArgument,
        "weights",
    ),
    (
        "an unknown product",
        |order| order.lines[0].product_id = uuid(9),
        Code::Aborted,
        "not sold",
    ),
    (
        "no product id at all",
        |order| order.lines[0].product_id = String::from("1; DROP TABLE"),
        Code::InvalidArgument,
        "id",
    ),
    (
        "no packs",
        |order| order.lines[0].quantity = 0,
        Code::InvalidArgument,
        "between 1 and 99",
    ),
    (
        "fewer than no packs",
        |order| order.lines[0].quantity = -1,
        Code::InvalidArgument,
        "between 1 and 99",
    ),
    (
        "packs beyond 32 bits",
        |order| order.lines[0].quantity = 1 << 31,
        Code::InvalidArgument,
        "between 1 and 99",
    ),
    (
        "51 lines",
        |order| order.lines = (0..51).map(|n| line(&uuid(n), 100, 1, 100)).collect(),
        Code::InvalidArgument,
        "50",
    ),
    (
        "an empty cart",
        |order| order.lines.clear(),
        Code::InvalidArgument,
        "Your cart is empty",
    ),
];

fn uuid(n: u64) -> String {
    format!("0190b6a0-0000-7000-9000-{n:012}")
}

#[tokio::test]
async fn a_tampered_order_is_refused_with_a_reason_and_nothing_is_kept() {
    let shop = Shop::open().await;
    for (what, tamper, code, word) in TAMPERED {
        let mut order = good_order();
        tamper(&mut order);
        let refused = shop.place(order).await.expect_err(what);
        assert_eq!(refused.code(), code, "{what}: {}", refused.message());
        assert!(refused.message().contains(word), "{what}: {}", refused.message());
    }
    assert_eq!(shop.kept_orders().await, 0);
    assert_eq!(
        count(shop.database.pool(), "SELECT count(*) FROM outbox").await,
        0
    );
    assert_eq!(
        count(shop.database.pool(), "SELECT count(*) FROM order_lines").await,
        0
    );
}

#[tokio::test]
async fn a_request_larger_than_any_order_is_refused_by_its_length() {
    let shop = Shop::open().await;
    let order = PlaceOrderRequest {
        full_name: "x".repeat(3_900_000),
        ..good_order()
    };
    let refused = shop.place(order).await.expect_err("no order is that large");
    assert_eq!(refused.code(), Code::OutOfRange, "{}", refused.message());
    shop.place(good_order()).await.expect("the next one is taken");
}

#[tokio::test]
async fn an_order_is_kept_in_one_spelling() {
    let shop = Shop::open().await;
    let order = PlaceOrderRequest {
        full_name: "Jose\u{301} Patel".to_owned(),
        email: "Asha@Example.COM".to_owned(),
        mobile_number: "+91 98765-43210".to_owned(),
        ..good_order()
    };
    shop.place(order).await.expect("every rule is kept");
    let kept: (String, String, String) = sqlx::query_as("SELECT full_name, email, mobile_number FROM orders")
        .fetch_one(shop.database.pool())
        .await
        .expect("the order can be read");
    let expected = ("José Patel", "asha@example.com", "9876543210");
    assert_eq!((kept.0.as_str(), kept.1.as_str(), kept.2.as_str()), expected);
}

#[tokio::test]
async fn a_refusal_tells_what_every_line_costs_today() {
    let shop = Shop::open().await;
    shop.catalog.change_price_of_karela(25_900);
    let mut order = good_order();
    order.lines.push(line(fake_catalog::KARELA, 500, 1, 100));
    let refused = shop.place(order).await.expect_err("two lines differ");
    let told: CurrentPrices = status::message(&refused).expect("the refusal tells the prices");
    let told: Vec<_> = told
        .prices
        .iter()
        .map(|price| {
            (
                price.product_id.as_str(),
                price.weight_in_grams,
                price.price_paise,
            )
        })
        .collect();
    let expected = [
        (fake_catalog::KARELA, 100, Some(25_900)),
        (fake_catalog::KARELA, 200, Some(32_400)),
        (fake_catalog::ASHWAGANDHA, 75, Some(34_900)),
        (fake_catalog::KARELA, 500, None),
    ];
    assert_eq!(told, expected);
}

/// An error travels in headers, and a client accepts 16 KiB of them.
#[tokio::test]
async fn fifty_lines_are_refused_in_words_however_many_are_wrong() {
    let shop = Shop::open().await;
    let unsold = PlaceOrderRequest {
        lines: (0..50).map(|n| line(&uuid(n), 100, 1, 100)).collect(),
        ..good_order()
    };
    let refused = shop.place(unsold).await.expect_err("nothing is sold");
    assert_eq!(refused.code(), Code::Aborted, "{}", refused.message());
    let told: CurrentPrices = status::message(&refused).expect("the refusal tells the prices");
    assert_eq!(told.prices.len(), 50);

    let wrong = PlaceOrderRequest {
        lines: vec![line("", 0, 0, 0); 50],
        ..PlaceOrderRequest::default()
    };
    let refused = shop.place(wrong).await.expect_err("nothing is right");
    assert_eq!(refused.code(), Code::InvalidArgument, "{}", refused.message());
    assert_eq!(status::details(&refused).violations[0].field, "full_name");
}

#[tokio::test]
async fn every_violation_of_a_form_comes_at_once() {
    let shop = Shop::open().await;
    let order = PlaceOrderRequest {
        full_name: "A1".to_owned(),
        pincode: "1".to_owned(),
        ..good_order()
    };
    let refused = shop.place(order).await.expect_err("two rules are broken");
    let details = runtime::status::details(&refused);
    let fields: Vec<_> = details
        .violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(fields, ["full_name", "pincode"]);
}
