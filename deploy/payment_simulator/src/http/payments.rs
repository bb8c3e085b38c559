//! Payments API: `markdown/api/payments/fetch-with-id.md` and `fetch-all-payments.md` there.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, Query, State},
};

use super::{
    answer::{Answer, collection},
    span::Span,
};
use crate::{books::Payment, provider::Provider};

pub(super) async fn fetch(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> Answer {
    let books = provider.books();
    Ok(Json(books.payments.find(&id)?.entity()))
}

/// The payments of a time span, newest first.
pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let span = Span::read(&query)?;
    let books = provider.books();
    let found = span.newest_first(
        books.payments.iter(),
        |payment| payment.created_at,
        Payment::entity,
    );
    Ok(Json(collection(&found)))
}
