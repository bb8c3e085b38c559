//! What a payment provider tells by itself, passed to the payment service byte for byte: its signature covers the bytes.

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

/// The path that a provider is given. It is no part of the shop's own API.
pub(crate) const PATH: &str = "/api/v1/payments/webhooks/{provider}";

const SIGNATURE: HeaderName = HeaderName::from_static("x-razorpay-signature");
const EVENT_ID: HeaderName = HeaderName::from_static("x-razorpay-event-id");

/// As the contract bounds them.
const LONGEST_SIGNATURE: usize = 200;
const LONGEST_EVENT_ID: usize = 100;
const LONGEST_PROVIDER: usize = 40;

/// Whether a request is one of these: it may bring a larger body than a browser.
pub(crate) fn is_webhook(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>();
    route.is_some_and(|route| route.as_str() == PATH)
}

/// Answers 2xx once the payment service has stored it, and never before: until then the provider sends it again.
///
/// Nobody is known here, so whoever sends is counted until they have sent one with a good signature; from then on they are not.
/// Strangers thus use up what their own addresses may send, and nothing of the provider's.
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
    match clients.receive_webhook(request).await {
        Ok(_) => {
            limits.webhooks.remember_proven(client);
            Ok(Done::with_message("Stored"))
        }
        // What is wrong with it is nobody's business but ours.
        Err(status) if status.code() == Code::NotFound => Err(web::answer::error::not_found()),
        Err(status) => Err(Error::from(status)),
    }
}

/// A header's text; none of one that is longer than any of the provider's.
fn text_of(headers: &HeaderMap, name: &HeaderName, longest: usize) -> String {
    let text = headers.get(name).and_then(|value| value.to_str().ok());
    text.filter(|text| text.len() <= longest)
        .unwrap_or_default()
        .to_owned()
}
