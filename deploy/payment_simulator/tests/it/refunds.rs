//! Refunds.

use payment_simulator::PaymentScenario;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::eventually;

use crate::shop::{Shop, description, read};

/// A shop with a paid link, and the path of its payment.
async fn paid(scenario: PaymentScenario) -> (Shop, String) {
    let shop = Shop::open().await;
    shop.link("VM-1", scenario).await;
    let paid = shop.pay("VM-1", "upi").await;
    let id = paid["payment_id"].as_str().expect("it has an id").to_owned();
    shop.taken(2).await;
    (shop, format!("v1/payments/{id}"))
}

async fn refund(shop: &Shop, payment: &str, key: &str, body: &Value) -> (u16, Value) {
    let request = shop.request(Method::POST, &format!("{payment}/refund"));
    read(request.header("X-Refund-Idempotency", key).json(body)).await
}

#[tokio::test]
async fn parts_and_then_the_rest_are_given_back() {
    let (shop, payment) = paid(PaymentScenario::Success).await;
    let part = json!({ "amount": 40_000, "notes": { "return": "1" }, "receipt": "CN-1" });
    let (status, first) = refund(&shop, &payment, "return-0001", &part).await;
    assert_eq!((status, &first["status"]), (200, &json!("processed")), "{first}");
    let found = shop.get(&payment).await;
    assert_eq!(
        (&found["refund_status"], &found["amount_refunded"]),
        (&json!("partial"), &json!(40_000))
    );

    let (status, body) = refund(&shop, &payment, "return-0002", &json!({ "amount": 60_000 })).await;
    assert_eq!(status, 400);
    assert_eq!(
        description(&body),
        "The refund amount provided is greater than amount captured"
    );
    assert_eq!(body["error"]["field"], "amount");

    let (status, rest) = shop.post(&format!("{payment}/refund"), &json!({})).await;
    assert_eq!(
        (status, &rest["amount"]),
        (200, &json!(59_900)),
        "without an amount: all that is left"
    );
    let found = shop.get(&payment).await;
    assert_eq!(
        (&found["status"], &found["refund_status"]),
        (&json!("refunded"), &json!("full"))
    );
    let (status, body) = shop.post(&format!("{payment}/refund"), &json!({})).await;
    assert_eq!(status, 400);
    assert_eq!(description(&body), "The payment has been fully refunded already");

    let id = first["id"].as_str().expect("it has an id");
    let found = shop.get(&format!("{payment}/refunds/{id}")).await;
    assert_eq!(
        (&found["receipt"], &found["notes"]["return"]),
        (&json!("CN-1"), &json!("1"))
    );
    assert_eq!(shop.get(&format!("{payment}/refunds")).await["count"], 2);
    assert_eq!(shop.get("simulator/payments").await["refunded"], 99_900);
    let events = shop.events(6).await;
    let refunds: Vec<_> = events
        .iter()
        .filter(|event| event.starts_with("refund."))
        .collect();
    assert_eq!(
        refunds,
        [
            "refund.created",
            "refund.created",
            "refund.processed",
            "refund.processed"
        ]
    );
}

#[tokio::test]
async fn a_key_is_good_for_one_refund() {
    let (shop, payment) = paid(PaymentScenario::Success).await;
    let body = json!({ "amount": 10_000 });
    let (_, first) = refund(&shop, &payment, "return-0001", &body).await;
    let (status, again) = refund(&shop, &payment, "return-0001", &body).await;
    assert_eq!((status, &again["id"]), (200, &first["id"]));
    assert_eq!(shop.get(&payment).await["amount_refunded"], 10_000);

    let (status, other) = refund(&shop, &payment, "return-0001", &json!({ "amount": 20_000 })).await;
    assert_eq!(status, 409);
    assert_eq!(
        description(&other),
        "Different request with the same idempotency key has already been processed."
    );
    for (key, why) in [
        (
            "short",
            "The idempotency key must be at least 10 characters long.",
        ),
        (
            "return 0001",
            "The idempotency key must only contain alphanumeric characters, underscores, and hyphens",
        ),
    ] {
        let (status, body) = refund(&shop, &payment, key, &body).await;
        assert_eq!((status, description(&body)), (400, why));
    }
}

#[tokio::test]
async fn a_refund_is_pending_and_then_processed_or_not() {
    for (scenario, status, event, left) in [
        (
            PaymentScenario::RefundPending,
            "processed",
            "refund.processed",
            99_900,
        ),
        (
            PaymentScenario::RefundPendingThenFailed,
            "failed",
            "refund.failed",
            0,
        ),
    ] {
        let (shop, payment) = paid(scenario).await;
        let (_, pending) = refund(&shop, &payment, "return-0001", &json!({})).await;
        assert_eq!(pending["status"], "pending");
        assert_eq!(pending["acquirer_data"]["arn"], Value::Null);
        let id = pending["id"].as_str().expect("it has an id");
        shop.forward(61).await;
        let path = format!("{payment}/refunds/{id}");
        eventually("it is settled", async || {
            (shop.get(&path).await["status"] == status).then_some(())
        })
        .await;
        assert!(shop.events(4).await.contains(&event.to_owned()));
        assert_eq!(shop.get(&payment).await["amount_refunded"], left);
        assert_eq!(shop.get("simulator/payments").await["refunded"], left);
    }
}

#[tokio::test]
async fn an_uncaptured_payment_is_not_refunded() {
    let shop = Shop::open().await;
    shop.link("VM-1", PaymentScenario::Declined).await;
    let failed = shop.pay("VM-1", "upi").await;
    let id = failed["payment_id"].as_str().expect("it has an id");
    let (status, body) = shop.post(&format!("v1/payments/{id}/refund"), &json!({})).await;
    assert_eq!(status, 400, "{body}");
    let (status, body) = shop.post("v1/payments/pay_none/refund", &json!({})).await;
    assert_eq!(
        (status, description(&body)),
        (400, "The id provided does not exist")
    );
}

#[tokio::test]
async fn refuses_a_refund_that_the_balance_does_not_cover() {
    let (shop, payment) = paid(PaymentScenario::Success).await;
    let words = [
        (false, "Your account does not have enough balance"),
        (true, "invalid request sent"),
    ];
    for (test_mode, why) in words {
        let low = json!({ "paise": 99_899, "test_mode": test_mode });
        assert_eq!(shop.post("simulator/balance", &low).await.0, 200);
        let (status, body) = refund(&shop, &payment, "return-0001", &json!({})).await;
        assert_eq!(status, 400, "{body}");
        assert!(description(&body).starts_with(why), "{body}");
    }
    assert_eq!(shop.get(&payment).await["amount_refunded"], 0);

    // The fee of a payment is not in the balance, so its refund needs the money of another one.
    assert_eq!(
        shop.post("simulator/balance", &json!({ "paise": 0 })).await.0,
        200
    );
    shop.link("VM-2", PaymentScenario::Success).await;
    let other = shop.pay("VM-2", "upi").await;
    let other = format!(
        "v1/payments/{}",
        other["payment_id"].as_str().expect("it has an id")
    );
    assert_eq!(refund(&shop, &other, "return-0002", &json!({})).await.0, 400);
    shop.link("VM-3", PaymentScenario::Success).await;
    shop.pay("VM-3", "upi").await;
    assert_eq!(refund(&shop, &other, "return-0002", &json!({})).await.0, 200);
}

#[tokio::test]
async fn refuses_a_refund_twice_while_another_operation_is_in_progress() {
    let (shop, payment) = paid(PaymentScenario::OperationInProgress).await;
    for _ in 0..2 {
        let (status, body) = refund(&shop, &payment, "return-0001", &json!({})).await;
        assert_eq!(
            (status, description(&body)),
            (
                400,
                "Request failed because another payment operation is in progress"
            )
        );
    }
    assert_eq!(refund(&shop, &payment, "return-0001", &json!({})).await.0, 200);
}
