//! Violations in API responses: a message, and a code with values for clients that have their own messages.

use std::collections::BTreeSet;

use reqwest::Method;
use runtime::status::CODES;
use serde_json::{Value, json};

use crate::shop::{OpenShop, answer, form};

/// The error codes of a response. Checks that each is in the list and that its values occur in the message.
#[track_caller]
pub fn codes(body: &Value) -> BTreeSet<String> {
    let errors = body["errors"].as_array().map_or(&[][..], Vec::as_slice);
    let codes = errors.iter().map(|error| {
        let code = error["code"].as_str().unwrap_or_default();
        assert!(CODES.contains(&code), "{error}");
        let names: &[&str] = match code {
            "TOO_SHORT" => &["min"],
            "TOO_LONG" | "TOO_MANY" => &["max"],
            "OUT_OF_RANGE" => &["max", "min"],
            _ => &[],
        };
        let params = error["params"].as_object().cloned().unwrap_or_default();
        assert_eq!(params.keys().collect::<Vec<_>>(), names, "{error}");
        let words = error["message"].as_str().unwrap_or_default();
        for value in params.values() {
            assert!(value.is_i64() && words.contains(&value.to_string()), "{error}");
        }
        code.to_owned()
    });
    codes.collect()
}

fn account(email: &str, password: &str, number: &str) -> Value {
    json!({ "email": email, "password": password, "mobileNumber": number })
}

/// The carrier has no COD to the islands.
fn cash_on_delivery_to_the_islands(order: &Value) -> Value {
    let mut order = order.clone();
    order["pincode"] = json!("744101");
    order["paymentMethod"] = json!("cash_on_delivery");
    order
}

/// JSON bodies that break rules, by path.
fn broken_bodies(order: &Value) -> Vec<(&'static str, Value)> {
    let with = |pointer: &str, value: Value| {
        let mut order = order.clone();
        *order.pointer_mut(pointer).expect("the order has it") = value;
        order
    };
    let line = &order["products"][0];
    let orders = [
        json!({}),
        with("/fullname", json!("Al")),
        with("/fullname", json!("R2D2")),
        with("/fullname", json!("a".repeat(31))),
        with("/email", json!("asha")),
        with("/mobilenumber", json!("")),
        with("/mobilenumber", json!("12")),
        with("/pincode", json!("39500")),
        with("/pincode", json!(395_007)),
        with("/deliveryAddress", json!("Surat")),
        cash_on_delivery_to_the_islands(order),
        with("/deliveryAddress", json!("x".repeat(501))),
        with("/deliveryAddress", json!("12 Ring Road,\u{202e} Surat")),
        with("/totalAmount", json!(0.001)),
        with("/products", json!([])),
        with("/products", json!(vec![line; 51])),
        with("/products", json!([line, line])),
        with("/products/0/productId", json!("karela")),
        with("/products/0/quantity", json!(0)),
        with("/products/0/quantity", json!(1.5)),
        with("/products/0/weightInGrams", json!(0)),
        with("/products/0/weightInGrams", json!(3_000_000_000_i64)),
    ];
    let orders = orders.map(|order| ("users/orders/create/", order));
    let code = json!({ "email": "asha@gmail.com", "code": "123456" });
    let others = [
        ("users/userregister", account("", "", "")),
        ("users/userregister", account("asha", &"x".repeat(1_025), "12")),
        (
            "users/userregister",
            account("a@gmail.com", "password", "9876543210"),
        ),
        ("users/userlogin", account("", "short", "")),
        ("users/forgotpassword", json!({ "email": "asha" })),
        ("users/verifyOtp", code),
        (
            "users/resetpassword",
            json!({ "email": "asha@gmail.com", "code": "123456", "newPassword": "12345" }),
        ),
        (
            "users/resetpassword",
            json!({ "email": "asha@gmail.com", "code": "123456", "newPassword": "123456" }),
        ),
    ];
    orders.into_iter().chain(others).collect()
}

/// Forms that break rules, by path.
fn broken_forms() -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let contact = |subject| {
        let asha = [("name", "Asha\nPatel"), ("email", "asha"), ("phone", "12")];
        asha.into_iter().chain([("subject", subject)]).collect()
    };
    vec![
        ("users/contactus", vec![("name", " ")]),
        ("users/contactus", contact("spam")),
        ("users/contactus", vec![("name", "Asha"), ("name", "Usha")]),
        ("users/review", vec![("rating", "6")]),
        ("users/review", vec![("name", "\u{301}"), ("rating", "4.55")]),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_that_is_wrong_has_a_code_and_its_values() {
    let shop = OpenShop::shared().await;
    let cookie = shop.new_session().await;
    let order = shop.good_order().await;
    let mut requests = Vec::new();
    for (path, body) in broken_bodies(&order) {
        requests.push(shop.request(Method::POST, path).json(&body));
    }
    for (path, fields) in broken_forms() {
        requests.push(shop.request(Method::POST, path).multipart(form(&fields)));
    }
    for limit in ["0", "201", "many"] {
        let path = format!("users/getallreview?limit={limit}");
        requests.push(shop.request(Method::GET, &path));
    }
    let key = shop.request(Method::POST, "users/orders/create/").json(&order);
    requests.push(key.header("Idempotency-Key", "k".repeat(256)));
    let mut seen = BTreeSet::new();
    for request in requests {
        let (status, body) = answer(request.header("Cookie", &cookie)).await;
        let codes = codes(&body);
        assert!(!codes.is_empty(), "{status}: {body}");
        seen.extend(codes);
    }
    assert_eq!(
        seen,
        CODES.map(str::to_owned).into(),
        "a code that no API answers"
    );
    shop.close().await;
}
