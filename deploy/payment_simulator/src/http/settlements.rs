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
    answer::{Answer, collection},
    span::{self, Span},
};
use crate::{
    books::{Oddity, Settlement},
    provider::Provider,
    refusal::Refusal,
};

/// "Possible values: 1 to 1000": `fetch-recon.md`.
const MOST_LINES: usize = 1_000;

/// The settlements of a time span, newest first.
pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let span = Span::read(&query)?;
    let now = provider.clock.now();
    let books = provider.books();
    let found = span.newest_first(
        books.settlements.iter(),
        |settlement| settlement.created_at,
        |settlement| settlement.entity(now),
    );
    Ok(Json(collection(&found)))
}

/// The settlement lines of a day or a month in India's time.
pub(super) async fn recon(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let year = span::number(&query, "year")?;
    let year = year.and_then(|year| i32::try_from(year).ok());
    let year = year
        .filter(|year| (1_000..=9_999).contains(year))
        .ok_or_else(|| Refusal::of_field("year", "The year must be 4 digits."))?;
    let month = span::number(&query, "month")?.and_then(|month| u8::try_from(month).ok());
    let month = month.and_then(|month| Month::try_from(month).ok());
    let month = month.ok_or_else(|| Refusal::of_field("month", "The month is not a valid month."))?;
    let day = span::number(&query, "day")?;
    let day = day.map(|day| u8::try_from(day).ok().filter(|day| (1..=31).contains(day)));
    if day == Some(None) {
        return Err(Refusal::of_field(
            "day",
            "The day must be between 1 and 2 digits.",
        ));
    }
    let (count, skip) = span::page(&query, MOST_LINES)?;
    let books = provider.books();
    let settled = books.settlements.iter().filter(|settlement| {
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
struct Odd {
    adjustment: i64,
    more_fee: u64,
    short: u64,
    fee_credits: bool,
    days_on_the_way: u32,
    lines_days_later: u32,
}

/// More than any test needs, and too little to overflow a sum.
const LARGEST: u64 = 1_000_000_000;

/// Settles all payments and refunds that were not settled yet.
pub(super) async fn settle(State(provider): State<Arc<Provider>>, body: Bytes) -> Answer {
    let odd: Odd = if body.is_empty() {
        Odd::default()
    } else {
        serde_json::from_slice(&body)
            .map_err(|_| Refusal::bad_request("The request body is not understood"))?
    };
    let amounts = [odd.adjustment.unsigned_abs(), odd.more_fee, odd.short];
    if amounts.into_iter().any(|amount| amount > LARGEST) {
        return Err(Refusal::bad_request("Amount exceeds maximum amount allowed."));
    }
    let odd = Oddity {
        adjustment: odd.adjustment,
        more_fee: odd.more_fee,
        short: odd.short,
        has_fee_credits: odd.fee_credits,
        days_on_the_way: odd.days_on_the_way,
        lines_days_later: odd.lines_days_later,
    };
    let now = provider.clock.now();
    Ok(Json(provider.books().pay_out(odd, now)?))
}
