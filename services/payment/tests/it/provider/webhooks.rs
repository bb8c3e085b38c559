//! What the provider tells by itself.

use std::sync::{Arc, Mutex};

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::post};
use payment_simulator::Script;
use testkit::eventually;
use tokio::{net::TcpListener, task::JoinSet};
use uuid::Uuid;

use super::desk::Desk;

type Heard = Arc<Mutex<Vec<(Bytes, String)>>>;

async fn hear(State(heard): State<Heard>, headers: HeaderMap, body: Bytes) {
    let signature = headers.get("x-razorpay-signature").expect("it is signed");
    let signature = signature.to_str().expect("it is text").to_owned();
    heard.lock().unwrap().push((body, signature));
}

/// What the desk hears from now on; it is heard as long as the set lives.
async fn listen(desk: &Desk) -> (Heard, JoinSet<()>) {
    let heard = Heard::default();
    let router = Router::new()
        .route("/", post(hear))
        .with_state(Arc::clone(&heard));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        axum::serve(listener, router).await.expect("it serves");
    });
    desk.send_webhooks_to(&format!("http://{address}/"));
    (heard, tasks)
}

#[tokio::test]
async fn a_webhook_is_the_providers_and_says_where_to_look() {
    let desk = Desk::open().await;
    let (heard, _tasks) = listen(&desk).await;
    let id = Uuid::new_v4();
    desk.asked(id).await;
    let paid = desk.paid(id).await;
    let all = eventually("two webhooks", async || {
        let heard = heard.lock().unwrap().clone();
        (heard.len() >= 2).then_some(heard)
    })
    .await;
    for (body, signature) in all {
        assert!(desk.provider.verify(&body, &signature));
        assert!(!desk.provider.verify(&body[1..], &signature), "of another body");
        let notice = desk.provider.read_notice(&body).expect("it is about ours");
        assert_eq!(
            (notice.attempt_id, notice.provider_payment_id.as_ref()),
            (Some(id), Some(&paid.id))
        );
    }
}

#[tokio::test]
async fn a_webhook_under_another_secret_is_nobodys() {
    let desk = Desk::open().await;
    let (heard, _tasks) = listen(&desk).await;
    desk.script(None, Script::WrongSignature).await;
    let id = Uuid::new_v4();
    desk.asked(id).await;
    desk.press(id, "upi").await;
    let (body, signature) = eventually("a webhook", async || heard.lock().unwrap().first().cloned()).await;
    assert!(!desk.provider.verify(&body, &signature));
}
