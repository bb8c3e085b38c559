//! Tests of payment webhooks.

use proto::payment::v1::ReceiveWebhookRequest;
use reqwest::{Method, RequestBuilder};
use tonic::Status;

use crate::{
    fake_payment::SIGNATURE,
    fakes::{Gateway, header},
};

const PROVIDER: &str = "198.51.100.20";
const STRANGER: &str = "203.0.113.9";
/// Bytes that change when parsed and written again as JSON, and that are not UTF-8.
const BODY: &[u8] = b"{ \"event\" :\t\"payment.captured\",\r\n \"raw\":\"\xff\" }";

fn webhook(gateway: &Gateway, from: &str, signature: &str) -> RequestBuilder {
    gateway
        .request(Method::POST, "/api/v1/payments/webhooks/razorpay")
        .header("x-forwarded-for", from)
        .header("x-razorpay-signature", signature)
        .header("x-razorpay-event-id", "event-1")
        .header("content-type", "application/json")
        .body(BODY)
}

async fn status(request: RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn a_webhook_is_stored_byte_for_byte_before_it_is_answered() {
    let gateway = Gateway::start().await;
    assert_eq!(status(webhook(&gateway, PROVIDER, SIGNATURE)).await, 200);
    let stored = gateway.backends.payment.stored.lock().unwrap().pop().unwrap();
    let expected = ReceiveWebhookRequest {
        provider: "razorpay".to_owned(),
        body: BODY.to_vec(),
        signature: SIGNATURE.to_owned(),
        event_id: "event-1".to_owned(),
    };
    assert_eq!(stored, expected);
}

#[tokio::test]
async fn a_webhook_that_is_not_stored_is_answered_with_an_error() {
    let gateway = Gateway::start().await;
    for (outcome, expected) in [
        (Status::unavailable("the database is away"), 503),
        (Status::deadline_exceeded("too slow"), 503),
        (Status::internal("a fault"), 500),
    ] {
        gateway.backends.payment.now_stores(Err(outcome));
        assert_eq!(status(webhook(&gateway, PROVIDER, SIGNATURE)).await, expected);
    }
    gateway.backends.payment.now_stores(Ok(()));
    assert_eq!(status(webhook(&gateway, PROVIDER, SIGNATURE)).await, 200);
    let elsewhere = gateway
        .request(Method::POST, "/api/v1/payments/webhooks/unknown")
        .body(BODY);
    assert_eq!(status(elsewhere).await, 404, "no such provider is set");
}

/// A provider's server sends arbitrary headers, so the CSRF check must not apply.
#[tokio::test]
async fn no_rule_for_browsers_stands_in_its_way() {
    let gateway = Gateway::start().await;
    let request = webhook(&gateway, PROVIDER, SIGNATURE)
        .header("origin", "https://api.razorpay.example")
        .header("sec-fetch-site", "cross-site");
    assert_eq!(status(request).await, 200);
}

#[tokio::test]
async fn a_large_event_is_taken_and_a_huge_one_is_not() {
    let gateway = Gateway::start().await;
    let of = |kib: usize| webhook(&gateway, PROVIDER, SIGNATURE).body(vec![b' '; kib * 1024]);
    assert_eq!(status(of(256)).await, 200);
    assert_eq!(status(of(257)).await, 413);
    let elsewhere = gateway
        .request(Method::POST, "/api/v1/users/orders/create")
        .header("content-type", "application/json")
        .body(vec![b' '; 65 * 1024]);
    assert_eq!(status(elsewhere).await, 413, "only webhooks may be larger");
}

#[tokio::test]
async fn strangers_use_up_nothing_of_the_provider() {
    let gateway = Gateway::start().await;
    // All share one address, as behind a proxy that is not configured as trusted.
    assert_eq!(status(webhook(&gateway, PROVIDER, SIGNATURE)).await, 200);
    let mut refused = 0;
    for _ in 0..40 {
        assert_eq!(status(webhook(&gateway, PROVIDER, "forged")).await, 403);
        let answer = webhook(&gateway, STRANGER, "forged").send().await.unwrap();
        if answer.status() == 429 {
            assert!(!header(&answer, "retry-after").is_empty());
            refused += 1;
        }
    }
    assert!(refused > 0, "a stranger is bounded");
    for _ in 0..40 {
        assert_eq!(status(webhook(&gateway, PROVIDER, SIGNATURE)).await, 200);
    }
    let other = "198.51.100.21";
    assert_eq!(
        status(webhook(&gateway, other, SIGNATURE)).await,
        200,
        "the provider has other addresses"
    );
}
