//! Errors and lists of the API.

use payment_simulator::{PaymentScenario, Settings, Simulator};
use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{Shop, description, read};

#[tokio::test]
async fn only_the_key_opens_the_api() {
    let shop = Shop::open().await;
    let without = shop.http.get(shop.url("v1/payments"));
    let wrong = shop
        .http
        .get(shop.url("v1/payments"))
        .basic_auth(&shop.settings.key_id, Some("wrong"));
    for request in [without, wrong] {
        let (status, body) = read(request).await;
        assert_eq!((status, description(&body)), (401, "Authentication failed"));
    }
    assert_eq!(shop.get("v1/payments").await["count"], 0);
}

#[tokio::test]
async fn errors_of_a_link_name_their_field() {
    let shop = Shop::open().await;
    let now = shop.now().await;
    shop.link("VM-0", PaymentScenario::Success).await;
    let cases = [
        ("amount", json!(99), "The amount must be at least INR 1.00"),
        ("amount", json!(99.5), "The amount must be an integer."),
        ("amount", Value::Null, "The amount field is required."),
        ("currency", json!("USD"), "Currency is not supported"),
        (
            "expire_by",
            json!(now + 14 * 60),
            "timestamp must be atleast 15 minutes in future",
        ),
        (
            "reference_id",
            json!("VM-0"),
            "payment link creation with reference ID already attempted",
        ),
        (
            "reference_id",
            json!("x".repeat(41)),
            "The reference_id may not be greater than 40 characters.",
        ),
        (
            "callback_method",
            json!("post"),
            "callback_method must be get, and comes with callback_url",
        ),
        (
            "callback_url",
            json!("javascript:alert(1)"),
            "The callback_url format is invalid.",
        ),
        (
            "notes",
            json!({ "note": "x".repeat(256) }),
            "value: the length must not be greater than 255.",
        ),
        (
            "notes",
            json!({ "scenario": "none such" }),
            "\"none such\" is no scenario of the simulator",
        ),
    ];
    for (field, value, why) in cases {
        let mut request = Shop::link_request("VM-1", PaymentScenario::Success);
        request[field] = value;
        let (status, body) = shop.post("v1/payment_links", &request).await;
        assert_eq!((status, description(&body)), (400, why));
        assert_eq!(body["error"]["field"], field);
    }
    let mut request = Shop::link_request("VM-1", PaymentScenario::Success);
    request["colour"] = json!("green");
    let (status, body) = shop.post("v1/payment_links", &request).await;
    let why = "colour is/are not required and should not be sent";
    assert_eq!((status, description(&body)), (400, why));
}

#[tokio::test]
async fn unknown_objects_are_refused_in_the_same_shape() {
    let shop = Shop::open().await;
    for path in [
        "v1/payments/pay_none",
        "v1/orders/order_none",
        "v1/orders/order_none/payments",
        "v1/payment_links/plink_none",
    ] {
        let (status, body) = read(shop.request(Method::GET, path)).await;
        assert_eq!(
            (status, description(&body)),
            (400, "The id provided does not exist"),
            "{path}"
        );
    }
    for (method, path) in [(Method::GET, "v1/nothing"), (Method::DELETE, "v1/orders")] {
        let (status, body) = read(shop.request(method, path)).await;
        let why = "The requested URL was not found on the server.";
        assert_eq!((status, description(&body)), (400, why), "{path}");
    }
}

#[tokio::test]
async fn a_paid_link_is_not_cancelled_and_a_closed_one_not_again() {
    let shop = Shop::open().await;
    for (reference, is_paid, why) in [
        (
            "VM-1",
            true,
            "cannot cancel or expire an already paid/partially paid link",
        ),
        ("VM-2", false, "cannot cancel or expire an expired link"),
    ] {
        let link = shop.link(reference, PaymentScenario::Success).await;
        let id = link["id"].as_str().expect("a link has an id");
        let path = format!("v1/payment_links/{id}/cancel");
        if is_paid {
            shop.pay(reference, "upi").await;
        } else {
            let (status, cancelled) = shop.post(&path, &json!({})).await;
            assert_eq!((status, &cancelled["status"]), (200, &json!("cancelled")));
        }
        let (status, body) = shop.post(&path, &json!({})).await;
        assert_eq!((status, description(&body)), (400, why));
    }
}

#[tokio::test]
async fn payments_are_listed_page_by_page_and_by_day() {
    let shop = Shop::open().await;
    let mut days = Vec::new();
    for payment in 0..12 {
        shop.link(&format!("VM-{payment}"), PaymentScenario::Success)
            .await;
        let paid = shop.pay(&format!("VM-{payment}"), "upi").await;
        days.push((shop.now().await, paid["payment_id"].clone()));
        if payment == 5 {
            shop.forward(24 * 60 * 60).await;
        }
    }
    let ids = |list: &Value| -> Vec<Value> {
        let items = list["items"].as_array().expect("it is a list");
        assert_eq!(list["count"], items.len());
        items.iter().map(|payment| payment["id"].clone()).collect()
    };
    let expected: Vec<_> = days.iter().rev().map(|(_, id)| id.clone()).collect();
    assert_eq!(
        ids(&shop.get("v1/payments").await),
        expected[..10],
        "ten, the newest first"
    );
    let rest = shop.get("v1/payments?count=5&skip=10").await;
    assert_eq!(ids(&rest), expected[10..]);
    let first_day = format!(
        "v1/payments?from={}&to={}&count=100",
        days[0].0 - 10,
        days[5].0 + 10
    );
    assert_eq!(ids(&shop.get(&first_day).await), expected[6..]);
    for (query, field) in [("count=101", "count"), ("count=x", "count"), ("from=5", "from")] {
        let (status, body) = read(shop.request(Method::GET, &format!("v1/payments?{query}"))).await;
        assert_eq!((status, &body["error"]["field"]), (400, &json!(field)));
    }
}

#[tokio::test]
async fn a_link_without_a_script_has_the_one_that_was_set_for_all() {
    let shop = Shop::open().await;
    assert_eq!(
        shop.post("simulator/scenario", &json!({ "scenario": "declined" }))
            .await
            .0,
        200
    );
    let mut request = Shop::link_request("VM-1", PaymentScenario::Success);
    request["notes"] = json!({});
    assert_eq!(shop.post("v1/payment_links", &request).await.0, 200);
    assert_eq!(shop.pay("VM-1", "upi").await["outcome"], "declined");
    shop.link("VM-2", PaymentScenario::Success).await;
    assert_eq!(shop.pay("VM-2", "upi").await["outcome"], "paid");
}

#[tokio::test]
async fn it_does_not_answer_others() {
    let mut settings = Settings::on_a_free_port(None);
    settings.listen = "0.0.0.0:0".parse().expect("it is an address");
    let refused = Simulator::start(settings).await.err().expect("it does not start");
    assert!(
        refused.to_string().contains("not on this machine only"),
        "{refused}"
    );
}

#[test]
fn every_script_has_a_name_that_notes_can_say() {
    let names: std::collections::BTreeSet<_> = PaymentScenario::ALL
        .iter()
        .map(|scenario| serde_json::to_string(scenario).expect("it has a name"))
        .collect();
    assert_eq!(names.len(), PaymentScenario::ALL.len());
}
