//! Razorpay's REST API, the payment link's page, and the controls.

mod authentication;
mod control;
mod disputes;
mod fields;
mod list_query;
mod orders;
mod page;
mod payment_links;
mod payments;
mod refunds;
mod response;
mod settlements;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::from_fn_with_state,
    routing::{get, post},
};

use crate::provider::Provider;

/// The limit of a request body.
const LONGEST_BODY: usize = 64 * 1024;

pub(crate) fn router(provider: Arc<Provider>) -> Router {
    let links = post(payment_links::create).get(payment_links::list);
    let api = Router::new()
        .route("/v1/orders", post(orders::create))
        .route("/v1/orders/{id}", get(orders::fetch))
        .route("/v1/orders/{id}/payments", get(orders::payments))
        .route("/v1/payment_links", links.clone())
        // The form in the documentation's examples.
        .route("/v1/payment_links/", links)
        .route("/v1/payment_links/{id}", get(payment_links::fetch))
        .route("/v1/payment_links/{id}/cancel", post(payment_links::cancel))
        .route("/v1/payments", get(payments::list))
        .route("/v1/payments/{id}", get(payments::fetch))
        .route("/v1/payments/{id}/refund", post(refunds::create))
        .route("/v1/payments/{id}/refunds", get(refunds::list))
        .route("/v1/payments/{id}/refunds/{refund_id}", get(refunds::fetch))
        .route("/v1/refunds", get(refunds::list_all))
        .route("/v1/disputes", get(disputes::list))
        .route("/v1/disputes/{id}", get(disputes::fetch))
        .route("/v1/settlements", get(settlements::list))
        // The form in the documentation's examples.
        .route("/v1/settlements/", get(settlements::list))
        .route("/v1/settlements/recon/combined", get(settlements::recon))
        .route_layer(from_fn_with_state(
            Arc::clone(&provider),
            authentication::authenticated,
        ));
    let controls = Router::new()
        .route("/simulator/scenario", post(control::set_scenario))
        .route("/simulator/clock", get(control::clock).post(control::set_clock))
        .route("/simulator/pay", post(control::pay))
        .route("/simulator/payments", get(control::payments))
        .route("/simulator/disputes", post(disputes::open))
        .route("/simulator/disputes/{id}", post(disputes::change))
        .route("/simulator/balance", post(control::balance))
        .route("/simulator/settle", post(settlements::settle))
        .route("/simulator/webhooks", get(control::webhooks))
        .route("/simulator/webhooks/url", post(control::webhooks_url))
        .route("/simulator/webhooks/{event_id}/resend", post(control::resend));
    Router::new()
        .merge(api)
        .merge(controls)
        .route("/i/{id}", get(page::show).post(page::press))
        .fallback(response::unknown_url)
        .method_not_allowed_fallback(response::unknown_url)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .with_state(provider)
}
