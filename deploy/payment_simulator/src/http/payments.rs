//! Payments API: `markdown/api/payments/fetch-with-id.md` and `fetch-all-payments.md` beside it.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, Query, State},
};

use super::{
    answer::{Answer, collection},
    fields::time,
};
use crate::{books::Payment, provider::Provider, refusal::Refusal};

pub(super) async fn fetch(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> Answer {
    let books = provider.books();
    Ok(Json(books.payments.find(&id)?.entity()))
}

/// "Default value is 10. Maximum value is 100."
const USUAL_COUNT: usize = 10;
const MOST: usize = 100;

/// The payments of a span of time, the newest first; both ends belong to it.
pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let bound = |name: &'static str| query.get(name).map(|text| time(name, text)).transpose();
    let (from, to) = (bound("from")?, bound("to")?);
    let count = number(&query, "count")?.unwrap_or(USUAL_COUNT);
    if !(1..=MOST).contains(&count) {
        let why = format!("The count must be between 1 and {MOST}");
        return Err(Refusal::of_field("count", why));
    }
    let skip = number(&query, "skip")?.unwrap_or_default();
    let books = provider.books();
    let found = books.payments.iter().rev().filter(|payment| {
        from.is_none_or(|from| payment.created_at >= from) && to.is_none_or(|to| payment.created_at <= to)
    });
    let items: Vec<_> = found.skip(skip).take(count).map(Payment::entity).collect();
    Ok(Json(collection(&items)))
}

fn number(query: &HashMap<String, String>, name: &'static str) -> Result<Option<usize>, Refusal> {
    let parse = |text: &String| {
        text.parse()
            .map_err(|_| Refusal::of_field(name, format!("The {name} must be an integer.")))
    };
    query.get(name).map(parse).transpose()
}
