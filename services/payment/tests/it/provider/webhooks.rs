//! The provider's webhooks.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::post};
use payment_simulator::PaymentScenario;
use testkit::eventually;
use tokio::{net::TcpListener, task::JoinSet};
use uuid::Uuid;

use super::simulated_account::SimulatedAccount;

type ReceivedWebhooks = Arc<Mutex<Vec<(Bytes, String)>>>;

async fn receive(State(received): State<ReceivedWebhooks>, headers: HeaderMap, body: Bytes) {
    let signature = headers.get("x-razorpay-signature").expect("it is signed");
    let signature = signature.to_str().expect("it is text").to_owned();
    received.lock().unwrap().push((body, signature));
}

/// Collects the webhooks of the provider until the set is dropped.
async fn listen(simulated: &SimulatedAccount) -> (ReceivedWebhooks, JoinSet<()>) {
    let received = ReceivedWebhooks::default();
    let router = Router::new()
        .route("/", post(receive))
        .with_state(Arc::clone(&received));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        axum::serve(listener, router).await.expect("it serves");
    });
    simulated.send_webhooks_to(&format!("http://{address}/"));
    (received, tasks)
}

#[tokio::test]
async fn a_webhook_is_the_providers_and_says_where_to_look() {
    let simulated = SimulatedAccount::open().await;
    let (received, _tasks) = listen(&simulated).await;
    let id = Uuid::new_v4();
    simulated.asked(id).await;
    let paid = simulated.paid(id).await;
    let all = eventually("two webhooks", async || {
        let received = received.lock().unwrap().clone();
        (received.len() >= 2).then_some(received)
    })
    .await;
    for (body, signature) in all {
        assert!(simulated.provider.verify(&body, &signature));
        assert!(
            !simulated.provider.verify(&body[1..], &signature),
            "of another body"
        );
        let hint = simulated.provider.parse_webhook(&body).expect("it is about ours");
        assert_eq!(
            (hint.attempt_id, hint.provider_payment_id.as_ref()),
            (Some(id), Some(&paid.id))
        );
    }
}

#[tokio::test]
async fn a_webhook_under_another_secret_is_not_verified() {
    let simulated = SimulatedAccount::open().await;
    let (received, _tasks) = listen(&simulated).await;
    simulated
        .set_scenario(None, PaymentScenario::WrongSignature)
        .await;
    let id = Uuid::new_v4();
    simulated.asked(id).await;
    simulated.press(id, "upi").await;
    let (body, signature) = eventually("a webhook", async || received.lock().unwrap().first().cloned()).await;
    assert!(!simulated.provider.verify(&body, &signature));
}
