//! The gateway's webhook endpoint.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use proto::payment::v1::{ReceiveWebhookRequest, payment_service_client::PaymentServiceClient};
use tokio::{net::TcpListener, task::JoinSet};
use tonic::{Code, transport::Channel};
use url::Url;

type Payments = PaymentServiceClient<Channel>;

/// Passes webhooks to the service until the set is dropped.
pub async fn open(payments: Payments) -> (Url, JoinSet<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let router = Router::new().route("/webhooks", post(pass)).with_state(payments);
    let mut tasks = JoinSet::new();
    tasks.spawn(async move { axum::serve(listener, router).await.expect("it serves") });
    let url = format!("http://{address}/webhooks").parse();
    (url.expect("it is an address"), tasks)
}

async fn pass(State(mut payments): State<Payments>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let header = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let webhook = ReceiveWebhookRequest {
        provider: "razorpay".to_owned(),
        body: body.to_vec(),
        signature: header("x-razorpay-signature"),
        event_id: header("x-razorpay-event-id"),
    };
    match payments.receive_webhook(webhook).await {
        Ok(_) => StatusCode::OK,
        Err(status) if status.code() == Code::PermissionDenied => StatusCode::UNAUTHORIZED,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}
