//! Refunds API: `markdown/api/refunds/create-normal.md`, and `normal-refunds-idempotent.md`,
//! `fetch-specific-refund-payment.md` and `fetch-multiple-refund-payment.md` there.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    body::Bytes,
    extract::{Path, Query, State},
    http::HeaderMap,
};

use super::{
    fields::Fields,
    list_query::ListQuery,
    response::{ApiResponse, collection, respond},
};
use crate::{
    api_error::ApiError,
    provider::{NewRefund, Provider},
    records::{Call, Refund},
    scenario::PaymentScenario,
};

pub(super) async fn create(
    State(provider): State<Arc<Provider>>,
    Path(payment_id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResponse {
    let fields = Fields::read(&body, &["amount", "speed", "notes", "receipt"])?;
    if fields.text("speed", 10)?.is_some_and(|speed| speed != "normal") {
        return Err(ApiError::invalid_field(
            "speed",
            "The simulator makes normal refunds only",
        ));
    }
    let new = NewRefund {
        amount: fields.amount()?,
        receipt: fields.text("receipt", 40)?,
        notes: fields.notes()?,
        key: key(&headers)?.map(|key| (key, body.to_vec())),
    };
    let scenario = scenario(&provider, &payment_id)?;
    let work = async { provider.refund(&payment_id, new) };
    respond(&provider, Call::Refund, &payment_id, scenario, work).await
}

/// The idempotency key, "at least 10 character long", of "alphabets, numbers, hyphens and underscores only".
fn key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get("x-refund-idempotency") else {
        return Ok(None);
    };
    let key = value.to_str().unwrap_or_default();
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !key.bytes().all(is_allowed) {
        let why = "The idempotency key must only contain alphanumeric characters, underscores, and hyphens";
        return Err(ApiError::bad_request(why));
    }
    if key.len() < 10 {
        let why = "The idempotency key must be at least 10 characters long.";
        return Err(ApiError::bad_request(why));
    }
    Ok(Some(key.to_owned()))
}

fn scenario(provider: &Provider, payment_id: &str) -> Result<PaymentScenario, ApiError> {
    let records = provider.records();
    let payment = records.payments.find(payment_id)?;
    Ok(records.orders.find(&payment.order_id)?.plan.scenario)
}

pub(super) async fn fetch(
    State(provider): State<Arc<Provider>>,
    Path((payment_id, refund_id)): Path<(String, String)>,
) -> ApiResponse {
    let scenario = scenario(&provider, &payment_id)?;
    let work = async {
        let records = provider.records();
        let refund = records.refunds.find(&refund_id)?;
        if refund.payment_id != payment_id {
            return Err(ApiError::unknown_id());
        }
        Ok(refund.entity())
    };
    respond(&provider, Call::FetchRefund, &payment_id, scenario, work).await
}

pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Path(payment_id): Path<String>,
) -> ApiResponse {
    let records = provider.records();
    records.payments.find(&payment_id)?;
    let of_payment = records
        .refunds
        .iter()
        .filter(|refund| refund.payment_id == payment_id);
    let items: Vec<_> = of_payment.map(Refund::entity).collect();
    Ok(Json(collection(&items)))
}

/// `markdown/api/refunds/fetch-all.md`: the refunds of a time span, newest first.
pub(super) async fn list_all(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResponse {
    let list_query = ListQuery::read(&query)?;
    let records = provider.records();
    let found = list_query.newest_first(records.refunds.iter(), |refund| refund.created_at, Refund::entity);
    Ok(Json(collection(&found)))
}
