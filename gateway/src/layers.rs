//! What surrounds every request, in order.

use std::sync::Arc;

use axum::{
    Router,
    middleware::{from_fn, from_fn_with_state, map_response},
};
use tokio::sync::Semaphore;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use crate::{error, limits, limits::Limits, request_body, request_span, security_headers};

/// The shop inside its layers, outermost first. Health checks need nothing but the headers.
pub(crate) fn layered<S: Clone + Send + Sync + 'static>(
    shop: Router<S>,
    health: Router<S>,
    bounds: &Limits,
) -> Router<S> {
    let places = Arc::new(Semaphore::new(bounds.concurrent_requests));
    let layers = ServiceBuilder::new()
        .layer(from_fn(request_span::trace))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(from_fn_with_state(places, limits::shed_load))
        .layer(from_fn_with_state(bounds.deadline, limits::hurry))
        .layer(from_fn_with_state(bounds.body_deadline, request_body::read));
    shop.layer(layers)
        .merge(health)
        .layer(map_response(security_headers::add))
}
