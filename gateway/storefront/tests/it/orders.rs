use proto::order::v1::{PlaceOrderLine, PlaceOrderRequest};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    fake_catalog::KARELA,
    fakes::{Gateway, checkout, header},
};

const CREATE: &str = "/api/v1/users/orders/create";

#[tokio::test]
async fn an_order_goes_in_and_its_receipt_comes_out() {
    let gateway = Gateway::start().await;
    for path in [CREATE.to_owned(), format!("{CREATE}/")] {
        let request = gateway
            .request(Method::POST, &path)
            .header("Idempotency-Key", "try-1")
            .json(&checkout());
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 201);
        assert_eq!(header(&response, "cache-control"), "no-store");
        let expected = json!({
            "success": true,
            "message": "Order placed successfully!",
            "data": {
                "orderId": "01936f00-0000-7000-8000-0000000000aa",
                "orderNumber": "VM-261121-7K3QX",
                "totalAmount": 498.5,
                "placedAt": "2026-11-21T06:30:00Z",
                "charges": [],
                "paymentMethod": "pay_later",
                "earliestOn": "2026-11-24",
                "latestOn": "2026-11-25",
            },
        });
        assert_eq!(response.json::<Value>().await.unwrap(), expected);
        let asked = gateway.order.asked.lock().unwrap().pop().unwrap();
        assert_eq!(asked, request_inside("try-1"));
    }
}

fn request_inside(idempotency_key: &str) -> PlaceOrderRequest {
    PlaceOrderRequest {
        idempotency_key: idempotency_key.to_owned(),
        full_name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395002".to_owned(),
        total_paise: 49_850,
        lines: vec![PlaceOrderLine {
            product_id: KARELA.to_owned(),
            product_name: "Karela Powder".to_owned(),
            weight_in_grams: 100,
            quantity: 2,
            unit_price_paise: 24_925,
            line_total_paise: 49_850,
        }],
        client_address: "127.0.0.1".to_owned(),
        ..PlaceOrderRequest::default()
    }
}

/// The identity service is down in these tests.
#[tokio::test]
async fn an_order_is_a_guests_while_the_session_cannot_be_checked() {
    let gateway = Gateway::start().await;
    let request = gateway
        .checkout(&checkout())
        .header("Cookie", "sid=a-session")
        .header("Idempotency-Key", "try-1");
    assert_eq!(request.send().await.unwrap().status(), 201);
    let asked = gateway.order.asked.lock().unwrap().pop().unwrap();
    assert_eq!(asked, request_inside("try-1"));
}

#[tokio::test]
async fn the_key_is_passed_on_and_judged_by_the_order_service() {
    let gateway = Gateway::start().await;
    gateway.checkout(&checkout()).send().await.unwrap();
    let long = "k".repeat(300);
    for key in [&long, "with space"] {
        gateway
            .checkout(&checkout())
            .header("Idempotency-Key", key)
            .send()
            .await
            .unwrap();
    }
    let asked = gateway.order.asked.lock().unwrap();
    let keys: Vec<&str> = asked
        .iter()
        .map(|request| request.idempotency_key.as_str())
        .collect();
    assert_eq!(keys, ["", &long, "with space"]);
}

#[tokio::test]
async fn a_key_that_cannot_be_passed_on_is_refused() {
    let gateway = Gateway::start().await;
    let latin1 = reqwest::header::HeaderValue::from_bytes(b"cl\xe9").unwrap();
    let request = gateway.checkout(&checkout()).header("Idempotency-Key", latin1);
    refused(
        request.send().await.unwrap(),
        400,
        "Idempotency-Key",
        "NOT_ALLOWED_CHARACTERS",
        "must be visible ASCII characters",
    )
    .await;
    let request = gateway.checkout(&checkout()).header("Idempotency-Key", "");
    refused(
        request.send().await.unwrap(),
        422,
        "Idempotency-Key",
        "REQUIRED",
        "must not be empty",
    )
    .await;
    let request = gateway
        .checkout(&checkout())
        .header("Idempotency-Key", "a")
        .header("Idempotency-Key", "b");
    refused(
        request.send().await.unwrap(),
        400,
        "Idempotency-Key",
        "REPEATED",
        "must be sent once",
    )
    .await;
    assert!(gateway.order.asked.lock().unwrap().is_empty());
}

async fn refused(response: Response, status: u16, field: &str, code: &str, message: &str) {
    assert_eq!(response.status(), status, "{field}");
    let body: Value = response.json().await.unwrap();
    let expected = json!({
        "success": false,
        "message": format!("{field} {message}"),
        "code": if status == 400 { "MALFORMED" } else { "INVALID" },
        "errors": [{ "field": field, "code": code, "message": message }],
    });
    assert_eq!(body, expected);
}

const MONEY: &str =
    "must be an amount in rupees from 0 to 1000000000 with at most 2 decimals, such as 249 or 249.5";

#[tokio::test]
async fn a_value_of_the_wrong_type_is_named_with_its_path() {
    let gateway = Gateway::start().await;
    let table = [
        (
            "/products/0/quantity",
            json!(1.5),
            "products[0].quantity",
            "NOT_WHOLE",
            "must be a whole number",
        ),
        (
            "/products/0/quantity",
            json!("2"),
            "products[0].quantity",
            "NOT_WHOLE",
            "must be a whole number",
        ),
        (
            "/products/0/quantity",
            Value::Null,
            "products[0].quantity",
            "NOT_WHOLE",
            "must be a whole number",
        ),
        (
            "/products/0/quantity",
            json!(1e300),
            "products[0].quantity",
            "NOT_WHOLE",
            "must be a whole number of a sensible size",
        ),
        (
            "/products/0/weightInGrams",
            json!(3_000_000_000_i64),
            "products[0].weightInGrams",
            "NOT_WHOLE",
            "must be a whole number of a sensible size",
        ),
        (
            "/products/0/basePrice",
            json!(249.123),
            "products[0].basePrice",
            "MALFORMED",
            MONEY,
        ),
        (
            "/products/0/actualPrice",
            json!(-1),
            "products[0].actualPrice",
            "MALFORMED",
            MONEY,
        ),
        ("/totalAmount", json!(1e300), "totalAmount", "MALFORMED", MONEY),
        ("/totalAmount", json!("498.5"), "totalAmount", "MALFORMED", MONEY),
        ("/fullname", json!(7), "fullname", "MALFORMED", "must be a string"),
        (
            "/products",
            json!({}),
            "products",
            "MALFORMED",
            "must be an array",
        ),
    ];
    for (pointer, value, field, code, message) in table {
        let mut body = checkout();
        *body.pointer_mut(pointer).unwrap() = value;
        let response = gateway.checkout(&body).send().await.unwrap();
        refused(response, 400, field, code, message).await;
    }
    assert!(gateway.order.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_missing_value_is_named_with_its_path() {
    let gateway = Gateway::start().await;
    let mut body = checkout();
    body.as_object_mut().unwrap().remove("pincode");
    refused(
        gateway.checkout(&body).send().await.unwrap(),
        400,
        "pincode",
        "REQUIRED",
        "is missing",
    )
    .await;
    let mut body = checkout();
    body["products"][0].as_object_mut().unwrap().remove("productId");
    refused(
        gateway.checkout(&body).send().await.unwrap(),
        400,
        "products[0].productId",
        "REQUIRED",
        "is missing",
    )
    .await;
    let answer: Value = gateway
        .checkout(&json!("order"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(
        answer,
        json!({ "success": false, "message": "The body must be an object.", "code": "MALFORMED" })
    );
}

#[tokio::test]
async fn numbers_that_only_break_a_rule_go_through_to_the_order_service() {
    let gateway = Gateway::start().await;
    for quantity in [0, -1, 2_147_483_648_i64, i64::MAX] {
        let mut body = checkout();
        body["products"][0]["quantity"] = json!(quantity);
        gateway.checkout(&body).send().await.unwrap();
        let asked = gateway.order.asked.lock().unwrap().pop().unwrap();
        assert_eq!(asked.lines[0].quantity, quantity);
    }
}

#[tokio::test]
async fn money_reaches_the_order_service_exactly() {
    let gateway = Gateway::start().await;
    for (rupees, paise) in [
        ("0.07", 7),
        ("1.15", 115),
        ("19.99", 1_999),
        ("4.35", 435),
        ("1e2", 10_000),
    ] {
        let body = checkout()
            .to_string()
            .replace("\"totalAmount\":498.5", &format!("\"totalAmount\":{rupees}"));
        assert!(body.contains(rupees));
        let request = gateway
            .request(Method::POST, CREATE)
            .header("content-type", "application/json")
            .body(body);
        assert_eq!(request.send().await.unwrap().status(), 201);
        let asked = gateway.order.asked.lock().unwrap().pop().unwrap();
        assert_eq!(asked.total_paise, paise, "{rupees}");
    }
}

#[tokio::test]
async fn a_body_that_is_not_json_is_refused() {
    let gateway = Gateway::start().await;
    let valid = checkout().to_string();
    let cut = &valid[..valid.len() / 2];
    for body in [
        "",
        "{",
        "fullname=Asha",
        cut,
        "\u{feff}{}",
        "{\"totalAmount\": NaN}",
        "{} {}",
    ] {
        let request = gateway
            .request(Method::POST, CREATE)
            .header("content-type", "application/json");
        let response = request.body(body.to_owned()).send().await.unwrap();
        assert_eq!(response.status(), 400, "{body}");
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["success"], false);
        assert!(!answer["message"].as_str().unwrap().is_empty());
    }
    assert!(gateway.order.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn only_json_is_read() {
    let gateway = Gateway::start().await;
    let types = [
        (Some("text/plain"), 415),
        (Some("application/x-www-form-urlencoded"), 415),
        (Some("multipart/form-data; boundary=x"), 415),
        (Some("application/jsonp"), 415),
        (None, 415),
        (Some("application/json"), 201),
        (Some("Application/JSON; charset=utf-8"), 201),
    ];
    for (content_type, expected) in types {
        let mut request = gateway.request(Method::POST, CREATE).body(checkout().to_string());
        if let Some(content_type) = content_type {
            request = request.header("content-type", content_type);
        }
        assert_eq!(
            request.send().await.unwrap().status(),
            expected,
            "{content_type:?}"
        );
    }
}

#[tokio::test]
async fn a_body_may_have_64_kib_and_not_a_byte_more() {
    let gateway = Gateway::start().await;
    for (bytes, expected) in [(64 * 1024, 201), (64 * 1024 + 1, 413)] {
        let body = checkout().to_string();
        let body = body + &" ".repeat(bytes);
        let request = gateway
            .request(Method::POST, CREATE)
            .header("content-type", "application/json");
        let response = request.body(body[..bytes].to_owned()).send().await.unwrap();
        assert_eq!(response.status(), expected, "{bytes}");
        if expected == 413 {
            let answer: Value = response.json().await.unwrap();
            assert_eq!(answer["message"], "The body is too large: send at most 64 KiB.");
        }
    }
}
