//! Controls for tests and developers, which Razorpay does not have. Bodies are JSON; every local client may
//! call them.
//!
//! - `POST /simulator/scenario`: sets the `scenario` of an `order`: a link's id or reference, the `order` in
//!   its notes, or an order's id. Without `order` it is the default of everything created from now on.
//! - `GET /simulator/clock` returns `now`, in seconds since 1970. `POST` moves it `forward` or `back` by
//!   seconds, a year at most.
//! - `POST /simulator/pay`: presses a `button` of the page (`upi`, `card`, `decline`) for an `order`, as
//!   above. It returns `outcome` (`paid`, `declined`, `waiting`), `payment_id`, and the `callback_url` of the
//!   shop.
//! - `GET /simulator/payments`: sums in paise, and all payments and refunds.
//! - `POST /simulator/settle`: settles all payments and refunds since the last settlement, and returns the
//!   new one. In paise: `adjustment` is added (deducted if negative), `extra_fee` increases the first
//!   payment's fee over the payment's own, `shortfall` is missing from the sum of the lines. With
//!   `fee_credits` fees are listed and not deducted. The bank has it after `transfer_days`, and its lines are
//!   listed under the day `listing_delay_days` later.
//! - `POST /simulator/disputes`: opens a dispute of `payment_id` and returns it. `POST
//!   /simulator/disputes/{id}` sets its `status`: `under_review`, `won`, `lost` or `closed`.
//! - `POST /simulator/balance`: sets the account's balance for refunds to `paise`; payments and settlements
//!   change it. Without `paise` it is unlimited. With `test_mode` payments do not change it, and errors have
//!   the messages of Razorpay's test mode.
//! - `GET /simulator/webhooks`: the numbers of sent and accepted webhooks, and every event with its
//!   responses.
//! - `POST /simulator/webhooks/url`: sends webhooks to another `url` from now on.
//! - `POST /simulator/webhooks/{event_id}/resend`: sends an event again, unchanged.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use super::response::ApiResponse;
use crate::{
    api_error::ApiError,
    provider::{Button, PaymentOutcome, Provider},
    records::{PaymentStatus, Records, RefundStatus, order_of},
    scenario::PaymentScenario,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioRequest {
    scenario: PaymentScenario,
    order: Option<String>,
}

/// The order behind a link's id, its reference or the `order` in its notes, or an order's id.
fn order_id(records: &Records, order: &str) -> Result<String, ApiError> {
    let mut links = records.links.iter();
    let link = links
        .find(|link| link.id == order || link.reference_id.as_deref() == Some(order))
        // The newest link, if an order had several.
        .or_else(|| {
            records
                .links
                .iter()
                .rev()
                .find(|link| order_of(&link.notes) == Some(order))
        });
    match link {
        Some(link) => Ok(link.order_id.clone()),
        None => Ok(records.orders.find(order)?.id.clone()),
    }
}

pub(super) async fn set_scenario(
    State(provider): State<Arc<Provider>>,
    Json(new): Json<ScenarioRequest>,
) -> ApiResponse {
    let mut records = provider.records();
    match new.order {
        None => records.scenario = new.scenario,
        Some(order) => {
            let order_id = order_id(&records, &order)?;
            records.orders.find_mut(&order_id)?.plan.scenario = new.scenario;
        }
    }
    Ok(Json(json!({})))
}

pub(super) async fn clock(State(provider): State<Arc<Provider>>) -> Json<Value> {
    Json(json!({ "now": provider.clock.now() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    #[serde(default)]
    forward: u64,
    #[serde(default)]
    back: u64,
}

pub(super) async fn set_clock(
    State(provider): State<Arc<Provider>>,
    Json(Change { forward, back }): Json<Change>,
) -> Json<Value> {
    provider.clock.back(back);
    provider.clock.forward(forward);
    // Links that expire by the new time do so before the response.
    drop(provider.records());
    clock(State(provider)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PayRequest {
    order: String,
    button: Button,
}

pub(super) async fn pay(
    State(provider): State<Arc<Provider>>,
    Json(PayRequest { order, button }): Json<PayRequest>,
) -> ApiResponse {
    let order_id = order_id(&provider.records(), &order)?;
    let (outcome, payment_id, callback_url) = match provider.pay(&order_id, button)? {
        PaymentOutcome::Paid {
            payment_id,
            callback_url,
        } => ("paid", payment_id, callback_url),
        PaymentOutcome::Declined { payment_id } => ("declined", payment_id, None),
        PaymentOutcome::Waiting { payment_id } => ("waiting", payment_id, None),
    };
    Ok(Json(json!({
        "outcome": outcome,
        "payment_id": payment_id,
        "callback_url": callback_url.as_ref().map(Url::as_str),
    })))
}

pub(super) async fn payments(State(provider): State<Arc<Provider>>) -> Json<Value> {
    let records = provider.records();
    let captured = records
        .payments
        .iter()
        .filter(|payment| payment.status.is_captured());
    let kept = records
        .refunds
        .iter()
        .filter(|refund| refund.status != RefundStatus::Failed);
    let failed = records
        .payments
        .iter()
        .filter(|payment| payment.status == PaymentStatus::Failed);
    let payments = records.payments.iter().map(|payment| {
        let link = records.link_of(&payment.order_id);
        json!({
            "payment_id": payment.id,
            "order_id": payment.order_id,
            "payment_link_id": payment.link_id,
            "reference_id": link.and_then(|link| link.reference_id.as_ref()),
            "amount": payment.amount,
            "amount_refunded": payment.amount_refunded,
            "status": payment.status.name(),
        })
    });
    let refunds = records.refunds.iter().map(|refund| {
        json!({
            "refund_id": refund.id,
            "payment_id": refund.payment_id,
            "amount": refund.amount,
            "status": refund.status.name(),
        })
    });
    Json(json!({
        "captured": captured.map(|payment| payment.amount).sum::<u64>(),
        "refunded": kept.map(|refund| refund.amount).sum::<u64>(),
        "failed": failed.count(),
        "payments": payments.collect::<Vec<_>>(),
        "refunds": refunds.collect::<Vec<_>>(),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewBalance {
    paise: Option<u64>,
    #[serde(default)]
    test_mode: bool,
}

pub(super) async fn balance(
    State(provider): State<Arc<Provider>>,
    Json(NewBalance { paise, test_mode }): Json<NewBalance>,
) -> Json<Value> {
    provider.records().balance.set(paise, test_mode);
    Json(json!({}))
}

pub(super) async fn webhooks(State(provider): State<Arc<Provider>>) -> Json<Value> {
    Json(provider.webhooks.report())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewUrl {
    url: String,
}

pub(super) async fn webhooks_url(
    State(provider): State<Arc<Provider>>,
    Json(new): Json<NewUrl>,
) -> ApiResponse {
    let url =
        Url::parse(&new.url).map_err(|_| ApiError::invalid_field("url", "The url format is invalid."))?;
    provider.webhooks.send_to(url, None);
    Ok(Json(json!({})))
}

pub(super) async fn resend(
    State(provider): State<Arc<Provider>>,
    Path(event_id): Path<String>,
) -> ApiResponse {
    if provider.webhooks.resend(&event_id).await {
        Ok(Json(json!({})))
    } else {
        Err(ApiError::unknown_id())
    }
}
