//! Webhooks of payment providers. The bytes are passed to the payment service unchanged, because the
//! signature covers them.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{MatchedPath, Path, Request, State},
};
use http::{HeaderMap, HeaderName};
use proto::payment::v1::ReceiveWebhookRequest;
use tonic::Code;
use web::{Error, answer::Done, connection::client_address::ClientAddress};

use crate::{clients::Clients, request::rate_limits::RateLimits};

/// The path that a provider calls. It is not part of the shop's own API.
pub(crate) const PATH: &str = "/api/v1/payments/webhooks/{provider}";

const SIGNATURE: HeaderName = HeaderName::from_static("x-razorpay-signature");
const EVENT_ID: HeaderName = HeaderName::from_static("x-razorpay-event-id");

/// The limits of the contract.
const LONGEST_SIGNATURE: usize = 200;
const LONGEST_EVENT_ID: usize = 100;
const LONGEST_PROVIDER: usize = 40;

/// True for webhook requests, which may have larger bodies.
pub(crate) fn is_webhook(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>();
    route.is_some_and(|route| route.as_str() == PATH)
}

/// Responds 2xx only after the payment service has stored the webhook. Until then the provider sends it
/// again.
///
/// Requests count against a rate limit until the client has sent a webhook with a valid signature. Other
/// clients therefore use up only the limits of their own addresses.
pub(crate) async fn receive(
    State(clients): State<Arc<Clients>>,
    State(limits): State<Arc<RateLimits>>,
    client: ClientAddress,
    Path(provider): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Done, Error> {
    if provider.len() > LONGEST_PROVIDER {
        return Err(web::answer::error::not_found());
    }
    limits.webhooks.count_unless_proven(client)?;
    let request = ReceiveWebhookRequest {
        provider,
        body: body.into(),
        signature: text_of(&headers, &SIGNATURE, LONGEST_SIGNATURE),
        event_id: text_of(&headers, &EVENT_ID, LONGEST_EVENT_ID),
    };
    match clients.payment.call(request).await {
        Ok(_) => {
            limits.webhooks.remember_proven(client);
            Ok(Done::with_message("Stored"))
        }
        // A 404 hides the reason from the sender.
        Err(status) if status.code() == Code::NotFound => Err(web::answer::error::not_found()),
        Err(status) => Err(Error::from(status)),
    }
}

/// The text of a header; empty if it is longer than any provider sends.
fn text_of(headers: &HeaderMap, name: &HeaderName, longest: usize) -> String {
    let text = headers.get(name).and_then(|value| value.to_str().ok());
    text.filter(|text| text.len() <= longest)
        .unwrap_or_default()
        .to_owned()
}
