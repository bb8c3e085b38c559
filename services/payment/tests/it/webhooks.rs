//! Webhooks, genuine and forged.

use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusBuilder;
use payment_simulator::{PaymentScenario, signature::sign};
use proto::payment::v1::{PaymentState, ReceiveWebhookRequest};
use serde_json::{Value, json};
use testkit::eventually;
use tokio::{net::TcpListener, task::JoinSet};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::shop::{Shop, simulated};

impl Shop {
    async fn receive(&self, webhook: ReceiveWebhookRequest) -> Result<bool, Status> {
        let answer = self.payments.clone().receive_webhook(webhook).await?;
        Ok(answer.into_inner().is_known)
    }
}

/// The webhook's body for a payment that does not exist.
fn body(attempt_id: Uuid) -> Vec<u8> {
    let entity = json!({
        "id": "pay_R1f2g3h4j5k6l7",
        "entity": "payment",
        "amount": 117_100,
        "currency": "INR",
        "status": "captured",
        "notes": { "attempt": attempt_id },
    });
    let event = json!({ "event": "payment.captured", "payload": { "payment": { "entity": entity } } });
    event.to_string().into_bytes()
}

fn webhook(body: &[u8], secret: &str) -> ReceiveWebhookRequest {
    ReceiveWebhookRequest {
        provider: "razorpay".to_owned(),
        body: body.to_vec(),
        signature: sign(secret, body),
        event_id: "event_1".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_of_two_concurrent_webhooks_is_captured_and_settled_once() {
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::ConcurrentWebhooks).await;
    shop.press(&order_id, "upi").await;
    shop.until(&order_id, PaymentState::Paid).await;
    eventually("every webhook is handled", async || {
        let waiting = "SELECT count(*) FROM jobs";
        let events = "SELECT count(*) FROM provider_events WHERE handled_at IS NOT NULL";
        (shop.count(waiting).await == 0 && shop.count(events).await >= 2).then_some(())
    })
    .await;
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, 1);
    assert_eq!(shop.orders.settled(&order_id).len(), 1);
    assert_eq!(shop.told("shop.payment.captured.v1").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_may_be_there_before_the_provider_has_answered() {
    let shop = Shop::open().await;
    shop.set_scenario(PaymentScenario::WebhookBeforeResponse).await;
    let order_id = shop.orders.place();
    shop.start(&order_id).await.expect("the provider answers at last");
    shop.until(&order_id, PaymentState::Paid).await;
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, 1);
    let known =
        shop.count("SELECT count(*) FROM attempts WHERE state = 'paid' AND provider_reference IS NOT NULL");
    assert_eq!(known.await, 1, "its name is kept beside");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_that_is_told_after_the_money_takes_nothing_back() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::FailedArrivesAfterCaptured).await;
    eventually("all of it is handled", async || {
        let handled = "SELECT count(*) FROM provider_events WHERE handled_at IS NOT NULL";
        (shop.count(handled).await >= 3).then_some(())
    })
    .await;
    assert_eq!(shop.get(&order_id).await.state(), PaymentState::Paid);
}

/// On one thread, so that the metrics are of this test only.
#[tokio::test]
async fn bad_signatures_change_nothing_and_are_counted() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let numbers = recorder.handle();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::Success).await;
    let body = body(shop.attempt(&order_id).await);
    let secret = simulated().webhook_secret;
    let good = webhook(&body, &secret);
    let other = webhook(br#"{"event":"payment.captured"}"#, &secret);
    for (bad, why) in [
        (
            ReceiveWebhookRequest {
                signature: String::new(),
                ..good.clone()
            },
            "missing",
        ),
        (
            ReceiveWebhookRequest {
                signature: "00".repeat(32),
                ..good.clone()
            },
            "wrong",
        ),
        (webhook(&body, &simulated().key_secret), "the other secret"),
        (
            ReceiveWebhookRequest {
                signature: other.signature,
                ..good.clone()
            },
            "replayed on another body",
        ),
    ] {
        let refused = shop.receive(bad).await.expect_err(why);
        assert_eq!(refused.code(), Code::PermissionDenied, "{why}");
    }
    assert_eq!(shop.count("SELECT count(*) FROM provider_events").await, 0);
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, 0);
    assert_eq!(shop.get(&order_id).await.state(), PaymentState::Open);
    let shown = numbers.render();
    for line in [
        r#"webhooks_refused_total{reason="missing"} 1"#,
        r#"webhooks_refused_total{reason="wrong"} 3"#,
    ] {
        assert!(shown.contains(line), "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_was_signed_once_is_stored_once_and_believed_as_far_as_the_provider_says() {
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::Success).await;
    let good = webhook(&body(shop.attempt(&order_id).await), &simulated().webhook_secret);
    assert!(!shop.receive(good.clone()).await.expect("it is taken"));
    assert!(shop.receive(good.clone()).await.expect("it is known"));
    let renamed = ReceiveWebhookRequest {
        event_id: "event_2".to_owned(),
        ..good
    };
    assert!(shop.receive(renamed).await.expect("it is known"));
    assert_eq!(shop.count("SELECT count(*) FROM provider_events").await, 1);
    eventually("it was looked at", async || {
        let tried = shop.count("SELECT coalesce(max(attempts), 0)::bigint FROM jobs WHERE kind = 'webhook'");
        (tried.await >= 1).then_some(())
    })
    .await;
    assert_eq!(
        shop.count("SELECT count(*) FROM payments").await,
        0,
        "there is no such payment"
    );
    assert_eq!(shop.get(&order_id).await.state(), PaymentState::Open);
}

/// The URL of a provider with one payment, in dollars, until the set is dropped.
async fn dollars() -> (String, JoinSet<()>) {
    let payment = json!({
        "id": "pay_R1f2g3h4j5k6l7", "amount": 1_000, "currency": "USD", "status": "captured", "captured": true,
        "notes": [], "created_at": 1_790_000_000,
    });
    let router = Router::new().fallback(move || std::future::ready(Json(payment.clone())));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let mut tasks = JoinSet::new();
    tasks.spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    (format!("http://{address}/"), tasks)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_about_a_payment_in_another_currency_is_handled_and_takes_no_money() {
    let (url, _dollars) = dollars().await;
    let change = |settings: &mut payment::Settings| settings.provider.razorpay_url = Some(url);
    let shop = Shop::open_changed(&testkit::nats_url(), change).await;
    let webhook = webhook(&body(Uuid::new_v4()), &simulated().webhook_secret);
    shop.receive(webhook).await.expect("it is taken");
    eventually("it is handled", async || {
        let jobs = shop.count("SELECT count(*) FROM jobs WHERE kind = 'webhook'");
        let handled = shop.count("SELECT count(*) FROM provider_events WHERE handled_at IS NOT NULL");
        (jobs.await == 0 && handled.await == 1).then_some(())
    })
    .await;
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_webhook_is_refused() {
    let shop = Shop::open().await;
    let secret = simulated().webhook_secret;
    let good = webhook(b"{}", &secret);
    for (bad, code) in [
        (
            ReceiveWebhookRequest {
                body: Vec::new(),
                ..good.clone()
            },
            Code::InvalidArgument,
        ),
        (webhook(b"no JSON", &secret), Code::InvalidArgument),
        (
            webhook(&vec![b' '; 256 * 1024 + 1], &secret),
            Code::InvalidArgument,
        ),
        (webhook(&vec![b' '; 300 * 1024], &secret), Code::OutOfRange),
        (
            ReceiveWebhookRequest {
                provider: "upi".to_owned(),
                ..good
            },
            Code::NotFound,
        ),
    ] {
        let refused = shop.receive(bad).await.expect_err("it is none");
        assert_eq!(refused.code(), code, "{refused}");
    }
    assert_eq!(shop.count("SELECT count(*) FROM provider_events").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_body_of_a_webhook_is_deleted_after_ninety_days_and_its_id_never() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    sqlx::query("UPDATE provider_events SET received_at = now() - interval '91 days'")
        .execute(shop.pool())
        .await
        .expect("they are old");
    testkit::run_task_now(shop.pool(), "webhook-bodies").await;
    eventually("bodies are empty", async || {
        let left = shop
            .count("SELECT count(*) FROM provider_events WHERE body <> ''")
            .await;
        (left == 0).then_some(())
    })
    .await;
    assert!(shop.count("SELECT count(*) FROM provider_events").await >= 1);
    let books: Value = shop.provider_books().await;
    assert_eq!(
        books["captured"].as_i64(),
        Some(shop.get(&order_id).await.paid_paise)
    );
}
