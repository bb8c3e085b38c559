//! Tests of phone and `WhatsApp` orders.

use proto::order::v1::{
    CurrentPrice, CurrentPrices, OrderSource, PackLeft, PacksLeft, PaymentMethod, PlaceOrderLine,
};
use reqwest::{Method, Response};
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    fake_catalog::{AMLA, KARELA},
    fake_order::NUMBER,
    fakes::{Office, header, refusal},
};

const KEY: &str = "01936f00-0000-7000-8000-0000000000d1";

pub(crate) fn new_order() -> Value {
    json!({
        "fullName": "Asha Patel",
        "email": "asha@gmail.com",
        "mobileNumber": "98765 43210",
        "deliveryAddress": "12 Ring Road, Surat",
        "pincode": "395002",
        "source": "phone",
        "paymentMethod": "cod",
        "total": 548.5,
        "lines": [{
            "productId": KARELA,
            "productName": "Karela Powder",
            "weightInGrams": 100,
            "quantity": 2,
            "unitPrice": 249.25,
        }],
    })
}

impl Office {
    async fn place(&self, order: &Value) -> Response {
        let request = self.of("owner", Method::POST, "/orders").json(order);
        request.header("Idempotency-Key", KEY).send().await.unwrap()
    }
}

#[tokio::test]
async fn staff_place_an_order_by_phone() {
    let office = Office::start().await;
    let response = office.place(&new_order()).await;
    assert_eq!(
        (response.status().as_u16(), header(&response, "cache-control")),
        (201, "no-store")
    );
    let body: Value = response.json().await.unwrap();
    assert_eq!(
        body,
        json!({ "success": true, "data": { "number": NUMBER, "total": 548.5 } })
    );
    let placements = office.order.placements.lock().unwrap().clone();
    let asked = &placements[0];
    assert_eq!((asked.idempotency_key.as_str(), asked.total_paise), (KEY, 54_850));
    assert_eq!(
        (asked.source(), asked.payment_method()),
        (OrderSource::Phone, PaymentMethod::CashOnDelivery)
    );
    assert_eq!((asked.account_id.as_str(), asked.caller.as_str()), ("", ""));
    let line = PlaceOrderLine {
        product_id: KARELA.to_owned(),
        product_name: "Karela Powder".to_owned(),
        weight_in_grams: 100,
        quantity: 2,
        unit_price_paise: 24_925,
        line_total_paise: 49_850,
    };
    assert_eq!(asked.lines, [line]);
}

#[tokio::test]
async fn a_caller_needs_no_address_and_may_pay_online() {
    let office = Office::start().await;
    let mut order = new_order();
    order.as_object_mut().unwrap().remove("email");
    order["paymentMethod"] = json!("online");
    assert_eq!(office.place(&order).await.status(), 201);
    let placements = office.order.placements.lock().unwrap().clone();
    assert_eq!(
        (placements[0].email.as_str(), placements[0].payment_method()),
        ("", PaymentMethod::Online)
    );
}

#[tokio::test]
async fn an_order_needs_a_key_and_a_source() {
    let office = Office::start().await;
    let body = refusal(office.send(Method::POST, "/orders", &new_order()).await, 422).await;
    assert_eq!(body["errors"][0]["field"], "Idempotency-Key");
    let mut by_the_pages = new_order();
    by_the_pages["source"] = json!("web");
    let body = refusal(office.place(&by_the_pages).await, 400).await;
    assert_eq!(body["errors"][0]["field"], "source");
    assert!(office.order.placements.lock().unwrap().is_empty());

    let wrong = [
        ("mobile_number", Rule::Malformed),
        ("lines[0].quantity", Rule::NotWhole),
        ("total_paise", Rule::Malformed),
    ];
    let wrong = wrong.map(|(field, rule)| Violation::new(field, rule.says("is wrong")));
    office.record.refuse("PlaceOrder", status::invalid(wrong.into()));
    let body = refusal(office.place(&new_order()).await, 422).await;
    let errors = body["errors"].as_array().unwrap().iter();
    let named: Vec<_> = errors.map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(named, ["mobileNumber", "lines[0].quantity", "total"]);
}

#[tokio::test]
async fn an_order_that_cannot_be_had_says_how_it_can() {
    let office = Office::start().await;
    let words = "The price of Karela Powder (100 g) is now ₹259, not ₹249.25.";
    let status = status::with_reason(Code::Aborted, "PRICE_CHANGED", words);
    let price = |weight_in_grams, price_paise| CurrentPrice {
        product_id: KARELA.to_owned(),
        weight_in_grams,
        price_paise,
    };
    let prices = CurrentPrices {
        prices: vec![price(100, Some(25_900)), price(200, None)],
    };
    office
        .record
        .refuse("PlaceOrder", status::with_message(&status, &prices));
    let mut order = new_order();
    let mut second = order["lines"][0].clone();
    second["weightInGrams"] = json!(200);
    order["lines"].as_array_mut().unwrap().push(second);
    assert_eq!(
        refusal(office.place(&order).await, 409).await,
        json!({
            "success": false,
            "message": words,
            "code": "PRICE_CHANGED",
            "data": { "quotes": [
                { "productId": KARELA, "productName": "Karela Powder", "weightInGrams": 100, "price": 259 },
                { "productId": KARELA, "productName": "Karela Powder", "weightInGrams": 200 },
            ] },
        })
    );

    let status = status::with_reason(Code::Aborted, "OUT_OF_STOCK", "Only 1 is left.");
    let left = PacksLeft {
        packs: vec![PackLeft {
            product_id: KARELA.to_owned(),
            weight_in_grams: 100,
            left: 1,
        }],
    };
    office
        .record
        .refuse("PlaceOrder", status::with_message(&status, &left));
    let body = refusal(office.place(&new_order()).await, 409).await;
    let left = json!({ "left": [{ "productId": KARELA, "weightInGrams": 100, "left": 1 }] });
    assert_eq!((&body["code"], &body["data"]), (&json!("OUT_OF_STOCK"), &left));

    let status = status::with_reason(Code::Aborted, "TOO_MANY_UNCONFIRMED", "Too many wait.");
    office.record.refuse("PlaceOrder", status);
    let body = refusal(office.place(&new_order()).await, 409).await;
    assert_eq!(
        body,
        json!({ "success": false, "message": "Too many wait.", "code": "TOO_MANY_UNCONFIRMED" })
    );
}

#[tokio::test]
async fn the_way_to_a_pincode_has_a_price() {
    let office = Office::start().await;
    let mut expected = json!({
        "district": "Surat",
        "state": "Gujarat",
        "earliestOn": "2026-11-27",
        "latestOn": "2026-11-28",
        "prepaid": 0,
        "codFee": 50,
        "codUpTo": 10_000,
        "takesOnlinePayment": true,
    });
    let quote = "/orders/quote?pincode=395002";
    assert_eq!(office.read(quote).await, expected);
    assert_eq!(office.read(&format!("{quote}&goods=10000")).await, expected);
    expected.as_object_mut().unwrap().remove("codFee");
    assert_eq!(office.read(&format!("{quote}&goods=10000.5")).await, expected);
    let request = office.of("owner", Method::GET, "/orders/quote?goods=much");
    let body = refusal(request.send().await.unwrap(), 422).await;
    assert_eq!(body["errors"][0]["field"], "goods");
}

#[tokio::test]
async fn packs_that_are_on_sale_come_with_their_prices_and_how_they_stand() {
    let office = Office::start().await;
    assert_eq!(
        office.read("/packs").await,
        json!({ "packs": [
            {
                "productId": KARELA,
                "productName": "Karela Powder",
                "hindiName": "करेला पाउडर",
                "weightInGrams": 100,
                "sku": "P0001-100",
                "price": 249.25,
                "availability": "low",
                "available": 37,
            },
            {
                "productId": AMLA,
                "productName": "Amla Powder",
                "hindiName": "",
                "weightInGrams": 250,
                "sku": "P0002-250",
                "price": 180,
                "availability": "sold_out",
                "available": 0,
            },
        ] })
    );
}
