//! A receiver of webhooks.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use serde_json::Value;
use tokio::{net::TcpListener, sync::Barrier};
use url::Url;

/// A received webhook.
#[derive(Debug, Clone)]
pub struct Received {
    pub event_id: String,
    pub signature: String,
    pub body: Bytes,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a webhook is JSON")
    }

    pub fn event(&self) -> String {
        self.json()["event"].as_str().expect("it has a name").to_owned()
    }
}

#[derive(Default)]
struct Door {
    received: Vec<Received>,
    /// The next responses; 200 if there are none.
    statuses: VecDeque<u16>,
    /// If set, each event is answered only when two senders wait with it.
    pairs: Option<HashMap<String, Arc<Barrier>>>,
}

/// Receives and stores webhooks until the test's runtime ends.
#[derive(Clone, Default)]
pub struct Receiver(Arc<Mutex<Door>>);

impl Receiver {
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's runtime ends with the test, and its tasks with it"
    )]
    pub async fn start() -> (Self, Url) {
        let receiver = Self::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port 0 is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let router = Router::new()
            .route("/webhooks", post(receive))
            .with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let url = format!("http://{address}/webhooks")
            .parse()
            .expect("it is an address");
        (receiver, url)
    }

    pub fn received(&self) -> Vec<Received> {
        self.0.lock().expect("the mutex is not poisoned").received.clone()
    }

    pub fn events(&self) -> Vec<String> {
        self.received().iter().map(Received::event).collect()
    }

    pub fn respond_next(&self, statuses: &[u16]) {
        self.0
            .lock()
            .expect("the mutex is not poisoned")
            .statuses
            .extend(statuses);
    }

    pub fn answer_pairs_only(&self) {
        self.0.lock().expect("the mutex is not poisoned").pairs = Some(HashMap::new());
    }
}

async fn receive(State(receiver): State<Receiver>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let text = |name: &str| {
        let value = headers.get(name).expect("each webhook has it");
        value.to_str().expect("it is text").to_owned()
    };
    let event_id = text("x-razorpay-event-id");
    let (answer, pair) = {
        let mut door = receiver.0.lock().expect("the mutex is not poisoned");
        door.received.push(Received {
            event_id: event_id.clone(),
            signature: text("x-razorpay-signature"),
            body,
        });
        let pair = door.pairs.as_mut().map(|pairs| {
            let new = || Arc::new(Barrier::new(2));
            Arc::clone(pairs.entry(event_id).or_insert_with(new))
        });
        (door.statuses.pop_front().unwrap_or(200), pair)
    };
    if let Some(pair) = pair {
        pair.wait().await;
    }
    StatusCode::from_u16(answer).expect("tests answer what there is")
}
