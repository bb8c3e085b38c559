//! Settlements API: `markdown/api/settlements/fetch-all.md` and `fetch-recon.md` there; and the control that
//! creates a settlement.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    body::Bytes,
    extract::{Query, State},
};
use serde::Deserialize;
use time::{Date, Month, OffsetDateTime, UtcOffset};

use super::{
    list_query::{self, ListQuery},
    response::{ApiResponse, collection},
};
use crate::{
    api_error::ApiError,
    provider::Provider,
    records::{Settlement, SettlementDeviations},
};

/// "Possible values: 1 to 1000": `fetch-recon.md`.
const MAX_LINES: usize = 1_000;

/// The settlements of a time span, newest first.
pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResponse {
    let list_query = ListQuery::read(&query)?;
    let now = provider.clock.now();
    let records = provider.records();
    let found = list_query.newest_first(
        records.settlements.iter(),
        |settlement| settlement.created_at,
        |settlement| settlement.entity(now),
    );
    Ok(Json(collection(&found)))
}

/// The settlement lines of a day or a month in India's time.
pub(super) async fn recon(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResponse {
    let year = list_query::number(&query, "year")?;
    let year = year.and_then(|year| i32::try_from(year).ok());
    let year = year
        .filter(|year| (1_000..=9_999).contains(year))
        .ok_or_else(|| ApiError::invalid_field("year", "The year must be 4 digits."))?;
    let month = list_query::number(&query, "month")?.and_then(|month| u8::try_from(month).ok());
    let month = month.and_then(|month| Month::try_from(month).ok());
    let month = month.ok_or_else(|| ApiError::invalid_field("month", "The month is not a valid month."))?;
    let day = list_query::number(&query, "day")?;
    let day = day.map(|day| u8::try_from(day).ok().filter(|day| (1..=31).contains(day)));
    if day == Some(None) {
        return Err(ApiError::invalid_field(
            "day",
            "The day must be between 1 and 2 digits.",
        ));
    }
    let (count, skip) = list_query::page(&query, MAX_LINES)?;
    let records = provider.records();
    let settled = records.settlements.iter().filter(|settlement| {
        let on = day_in_india(settlement.listed_at);
        let is_day = day.flatten().is_none_or(|day| on.day() == day);
        (on.year(), on.month()) == (year, month) && is_day
    });
    let lines = settled.flat_map(Settlement::line_entities);
    let lines: Vec<_> = lines.skip(skip).take(count).collect();
    Ok(Json(collection(&lines)))
}

fn day_in_india(seconds: i64) -> Date {
    let india = UtcOffset::from_hms(5, 30, 0).unwrap_or(UtcOffset::UTC);
    let at = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    at.to_offset(india).date()
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SettleRequest {
    adjustment: i64,
    extra_fee: u64,
    shortfall: u64,
    fee_credits: bool,
    transfer_days: u32,
    listing_delay_days: u32,
}

/// More than any test needs, and too little to overflow a sum.
const MAX_AMOUNT: u64 = 1_000_000_000;

/// Settles all payments and refunds that were not settled yet.
pub(super) async fn settle(State(provider): State<Arc<Provider>>, body: Bytes) -> ApiResponse {
    let request: SettleRequest = if body.is_empty() {
        SettleRequest::default()
    } else {
        serde_json::from_slice(&body)
            .map_err(|_| ApiError::bad_request("The request body is not understood"))?
    };
    let amounts = [
        request.adjustment.unsigned_abs(),
        request.extra_fee,
        request.shortfall,
    ];
    if amounts.into_iter().any(|amount| amount > MAX_AMOUNT) {
        return Err(ApiError::bad_request("Amount exceeds maximum amount allowed."));
    }
    let deviations = SettlementDeviations {
        adjustment: request.adjustment,
        extra_fee: request.extra_fee,
        shortfall: request.shortfall,
        has_fee_credits: request.fee_credits,
        transfer_days: request.transfer_days,
        listing_delay_days: request.listing_delay_days,
    };
    let now = provider.clock.now();
    Ok(Json(provider.records().pay_out(deviations, now)?))
}
