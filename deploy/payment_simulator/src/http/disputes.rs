//! Disputes API: `markdown/api/disputes/fetch-all.md` and `fetch.md` there; and the controls that open and
//! end disputes.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, Query, State},
};
use serde::Deserialize;

use super::{
    list_query::ListQuery,
    response::{ApiResponse, collection},
};
use crate::{
    provider::Provider,
    records::{Dispute, DisputeStatus},
};

pub(super) async fn fetch(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> ApiResponse {
    Ok(Json(provider.records().disputes.find(&id)?.entity()))
}

/// The disputes of a time span, newest first.
pub(super) async fn list(
    State(provider): State<Arc<Provider>>,
    Query(query): Query<HashMap<String, String>>,
) -> ApiResponse {
    let list_query = ListQuery::read(&query)?;
    let records = provider.records();
    let found = list_query.newest_first(
        records.disputes.iter(),
        |dispute| dispute.created_at,
        Dispute::entity,
    );
    Ok(Json(collection(&found)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewDispute {
    payment_id: String,
}

pub(super) async fn open(State(provider): State<Arc<Provider>>, Json(new): Json<NewDispute>) -> ApiResponse {
    provider.open_dispute(&new.payment_id).map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewStatus {
    status: DisputeStatus,
}

pub(super) async fn change(
    State(provider): State<Arc<Provider>>,
    Path(id): Path<String>,
    Json(new): Json<NewStatus>,
) -> ApiResponse {
    provider.change_dispute(&id, new.status).map(Json)
}
