//! Payments API: `markdown/api/payments/fetch-with-id.md` and `fetch-all-payments.md` there.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, Query, State},
};

use super::{
    list_query::ListQuery,
    response::{ApiResponse, collection},
};
use crate::{provider::Provider, records::Payment};

pub(super) async fn fetch(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> ApiResponse {
    let records = provider.records();
    Ok(Json(records.payments.find(&id)?.entity()))
}

/// The payments of a time span, newest first.
pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResponse {
    let list_query = ListQuery::read(&query)?;
    let records = provider.records();
    let found = list_query.newest_first(
        records.payments.iter(),
        |payment| payment.created_at,
        Payment::entity,
    );
    Ok(Json(collection(&found)))
}
