//! Orders API: `markdown/api/orders/create.md`, `fetch-with-id.md` and `fetch-payments.md` there.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
};

use super::{
    fields::Fields,
    response::{ApiResponse, collection},
};
use crate::{api_error::ApiError, provider::Provider, records::Payment};

pub(super) async fn create(State(provider): State<Arc<Provider>>, body: Bytes) -> ApiResponse {
    let known = ["amount", "currency", "receipt", "notes", "partial_payment"];
    let fields = Fields::read(&body, &known)?;
    fields.check_currency(true)?;
    if fields.flag("partial_payment")? {
        return Err(ApiError::invalid_field(
            "partial_payment",
            "The simulator takes no partial payments",
        ));
    }
    let (amount, receipt) = (fields.amount_required()?, fields.text("receipt", 40)?);
    provider.create_order(amount, receipt, fields.notes()?).map(Json)
}

pub(super) async fn fetch(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> ApiResponse {
    let records = provider.records();
    Ok(Json(records.orders.find(&id)?.entity()))
}

pub(super) async fn payments(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> ApiResponse {
    let records = provider.records();
    records.orders.find(&id)?;
    let of_order = records.payments.iter().filter(|payment| payment.order_id == id);
    let items: Vec<_> = of_order.map(Payment::entity).collect();
    Ok(Json(collection(&items)))
}
