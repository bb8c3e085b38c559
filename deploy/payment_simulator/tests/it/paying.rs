//! The effects of scenarios on a payment.

use std::collections::HashMap;

use payment_simulator::{PaymentScenario, signature};
use serde_json::{Value, json};
use url::Url;

use crate::shop::{CALLBACK, Shop};

/// The parameters of the return URL.
fn parameters(location: &str) -> HashMap<String, String> {
    let url = Url::parse(location).expect("it is an address");
    url.query_pairs().into_owned().collect()
}

/// The signature that the documentation asks a shop to compute.
fn expected(parameters: &HashMap<String, String>, secret: &str) -> String {
    signature::PaymentCallback {
        payment_link_id: &parameters["razorpay_payment_link_id"],
        reference_id: &parameters["razorpay_payment_link_reference_id"],
        status: &parameters["razorpay_payment_link_status"],
        payment_id: &parameters["razorpay_payment_id"],
    }
    .sign(secret)
}

#[tokio::test]
async fn a_link_is_paid_told_and_the_browser_comes_back() {
    let shop = Shop::open().await;
    let link = shop.link("VM-1", PaymentScenario::Success).await;
    assert_eq!(link["status"], "created");
    assert_eq!(link["payments"], Value::Null);

    let answer = shop.press(&link, &[("button", "upi")]).await;
    assert_eq!(answer.status(), 303);
    let location = answer.headers()["location"].to_str().expect("it is text");
    assert!(location.starts_with(CALLBACK), "{location}");
    let back = parameters(location);
    assert_eq!(back["order"], "VM-1", "the shop's own parameter stays");
    assert_eq!(back["razorpay_payment_link_id"], link["id"]);
    assert_eq!(back["razorpay_payment_link_reference_id"], "VM-1");
    assert_eq!(back["razorpay_payment_link_status"], "paid");
    assert_eq!(
        back["razorpay_signature"],
        expected(&back, &shop.settings.key_secret)
    );

    assert_eq!(shop.events(2).await, ["payment.captured", "payment_link.paid"]);
    for webhook in shop.receiver.received() {
        let signed = signature::sign(&shop.settings.webhook_secret, &webhook.body);
        assert_eq!(webhook.signature, signed);
        let payment = &webhook.json()["payload"]["payment"]["entity"];
        assert_eq!(payment["id"], back["razorpay_payment_id"]);
        assert_eq!(
            (&payment["amount"], &payment["fee"]),
            (&json!(99_900), &json!(2_358))
        );
        assert_eq!(
            payment["notes"]["order"], "VM-1",
            "a payment has its link's notes"
        );
    }

    let id = link["id"].as_str().expect("a link has an id");
    let link = shop.get(&format!("v1/payment_links/{id}")).await;
    assert_eq!(
        (&link["status"], &link["amount_paid"]),
        (&json!("paid"), &json!(99_900))
    );
    assert_eq!(link["payments"][0]["payment_id"], back["razorpay_payment_id"]);
    let order_id = link["order_id"].as_str().expect("a tried link has an order");
    let order = shop.get(&format!("v1/orders/{order_id}")).await;
    assert_eq!(
        (&order["status"], &order["amount_due"]),
        (&json!("paid"), &json!(0))
    );
    let payments = shop.get(&format!("v1/orders/{order_id}/payments")).await;
    assert_eq!(payments["items"][0]["status"], "captured");
    let records = shop.get("simulator/payments").await;
    assert_eq!(
        (&records["captured"], &records["refunded"]),
        (&json!(99_900), &json!(0))
    );
}

#[tokio::test]
async fn a_payment_that_fails_leaves_the_link_open() {
    let shop = Shop::open().await;
    let link = shop.link("VM-1", PaymentScenario::Declined).await;
    let paid = shop.pay("VM-1", "upi").await;
    assert_eq!(paid["outcome"], "declined");
    assert_eq!(shop.events(1).await, ["payment.failed"]);
    let payment = &shop.receiver.received()[0].json()["payload"]["payment"]["entity"];
    assert_eq!(payment["error_code"], "BAD_REQUEST_ERROR");
    assert_eq!(payment["captured"], false);
    let id = link["id"].as_str().expect("a link has an id");
    assert_eq!(
        shop.get(&format!("v1/payment_links/{id}")).await["status"],
        "created"
    );

    let scenario = json!({ "scenario": "success", "order": "VM-1" });
    assert_eq!(shop.post("simulator/scenario", &scenario).await.0, 200);
    assert_eq!(shop.pay("VM-1", "card").await["outcome"], "paid");
    let (status, again) = shop
        .post("simulator/pay", &json!({ "order": "VM-1", "button": "upi" }))
        .await;
    assert_eq!(status, 400, "a link is paid once: {again}");
}

#[tokio::test]
async fn a_look_up_finds_a_payment_without_a_webhook() {
    let shop = Shop::open().await;
    let link = shop.link("VM-1", PaymentScenario::NoWebhooks).await;
    let answer = shop.press(&link, &[("button", "card")]).await;
    assert_eq!(answer.status(), 200, "the browser stays where it is");
    let found = shop.get("v1/payment_links?reference_id=VM-1").await;
    let found = &found["payment_links"][0];
    assert_eq!(
        (&found["status"], &found["payments"]),
        (&json!("paid"), &json!([]))
    );
    let id = found["id"].as_str().expect("a link has an id");
    let payments = &shop.get(&format!("v1/payment_links/{id}")).await["payments"];
    assert_eq!(
        payments[0]["amount"], 99_900,
        "only the link itself has its payments"
    );
    assert_eq!(shop.get("simulator/webhooks").await["events"], json!([]));
}

#[tokio::test]
async fn a_wrong_amount_is_said_to_be_paid_all_the_same() {
    let shop = Shop::open().await;
    shop.link("VM-1", PaymentScenario::WrongAmount).await;
    let mut request = Shop::link_request("VM-2", PaymentScenario::WrongAmount);
    request["notes"]["scenario_amount"] = json!(150_000);
    assert_eq!(shop.post("v1/payment_links", &request).await.0, 200);
    for (reference, amount) in [("VM-1", 99_800), ("VM-2", 150_000)] {
        let paid = shop.pay(reference, "upi").await;
        let payment_id = paid["payment_id"].as_str().expect("it has an id");
        let payment = shop.get(&format!("v1/payments/{payment_id}")).await;
        assert_eq!(payment["amount"], amount);
        let found = shop
            .get(&format!("v1/payment_links?reference_id={reference}"))
            .await;
        assert_eq!(found["payment_links"][0]["status"], "paid");
        assert_eq!(found["payment_links"][0]["amount"], 99_900);
    }
}

#[tokio::test]
async fn money_comes_after_the_link_expired_or_was_cancelled() {
    let shop = Shop::open().await;
    for (reference, status) in [("VM-1", "expired"), ("VM-2", "cancelled")] {
        let mut request = Shop::link_request(reference, PaymentScenario::CapturedAfterExpiry);
        request["expire_by"] = json!(shop.now().await + 30 * 60);
        let (_, link) = shop.post("v1/payment_links", &request).await;
        let paid = shop.pay(reference, "upi").await;
        assert_eq!(paid["outcome"], "waiting");
        let payment_id = paid["payment_id"].as_str().expect("it has an id");
        let id = link["id"].as_str().expect("a link has an id");
        if status == "expired" {
            shop.forward(31 * 60).await;
        } else {
            let path = format!("v1/payment_links/{id}/cancel");
            assert_eq!(shop.post(&path, &json!({})).await.0, 200);
        }
        let link = shop.get(&format!("v1/payment_links/{id}")).await;
        assert_eq!(link["status"], status);
        let payment = shop.get(&format!("v1/payments/{payment_id}")).await;
        assert_eq!(payment["status"], "captured");
    }
    let expected = [
        "payment.captured",
        "payment.captured",
        "payment_link.cancelled",
        "payment_link.expired",
    ];
    assert_eq!(shop.events(4).await, expected);
}

#[tokio::test]
async fn a_link_expires_by_itself() {
    let shop = Shop::open().await;
    let mut request = Shop::link_request("VM-1", PaymentScenario::Success);
    request["expire_by"] = json!(shop.now().await + 30 * 60);
    shop.post("v1/payment_links", &request).await;
    shop.forward(29 * 60).await;
    assert!(shop.receiver.received().is_empty());
    shop.forward(2 * 60).await;
    assert_eq!(shop.events(1).await, ["payment_link.expired"]);
    let (status, _) = shop
        .post("simulator/pay", &json!({ "order": "VM-1", "button": "upi" }))
        .await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn an_order_without_a_link_is_paid_by_the_control() {
    let shop = Shop::open().await;
    let request = json!({ "amount": 5_000, "currency": "INR", "receipt": "receipt#1" });
    let (status, order) = shop.post("v1/orders", &request).await;
    assert_eq!((status, &order["status"]), (200, &json!("created")));
    assert_eq!(order["notes"], json!([]), "no notes are an empty list");
    let id = order["id"].as_str().expect("an order has an id");
    shop.pay(id, "decline").await;
    let order = shop.get(&format!("v1/orders/{id}")).await;
    assert_eq!(
        (&order["status"], &order["attempts"]),
        (&json!("attempted"), &json!(1))
    );
    shop.pay(id, "upi").await;
    assert_eq!(shop.get(&format!("v1/orders/{id}")).await["status"], "paid");
    let payments = shop.get(&format!("v1/orders/{id}/payments")).await;
    assert_eq!(payments["count"], 2);
    assert_eq!(shop.events(2).await, ["payment.captured", "payment.failed"]);
}
