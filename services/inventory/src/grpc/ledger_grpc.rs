//! The gRPC methods of the ledger: batches, and the changes that staff make to them.

use proto::inventory::v1 as contract;
use runtime::status::{Broken, Rule, Violation, field};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::{
        messages::{batch_message, pack_details, recalled_order},
        packing_grpc::shelf,
    },
    ledger::{
        batch_store,
        correction::{self, CorrectionDetails, actor, reason},
        recall,
        receipt::{self, ReceiptDetails},
    },
    pack::{self, Pack},
};

pub async fn receive(
    db: &PgPool,
    request: contract::ReceiveBatchRequest,
) -> Result<contract::ReceiveBatchResponse, Error> {
    let details = ReceiptDetails {
        receipt_id: request.receipt_id,
        pack: request.pack.map(pack_details),
        batch_number: request.batch_number,
        packed_on: request.packed_on,
        best_before: request.best_before,
        mrp_paise: request.mrp_paise,
        cost_paise: request.cost_paise,
        quantity: request.quantity,
        actor_id: request.actor_id,
        reason: request.reason,
    };
    let shelf =
        shelf(&request.shelf).map_err(|broken| Error::Invalid(vec![Violation::new("shelf", broken)]))?;
    let receipt = receipt::validate(&details).map_err(Error::Invalid)?;
    let mut batch = batch_store::receive(db, &receipt).await?;
    if !shelf.is_empty() {
        batch = batch_store::set_shelf(db, batch.id, &shelf).await?;
    }
    Ok(contract::ReceiveBatchResponse {
        batch: Some(batch_message(batch)),
    })
}

pub async fn adjust(
    db: &PgPool,
    request: contract::AdjustBatchRequest,
) -> Result<contract::AdjustBatchResponse, Error> {
    let details = CorrectionDetails {
        adjustment_id: request.adjustment_id,
        batch_id: request.batch_id,
        quantity: request.quantity,
        is_write_off: request.is_write_off,
        actor_id: request.actor_id,
        reason: request.reason,
    };
    let correction = correction::validate(&details).map_err(Error::Invalid)?;
    let batch = batch_store::correct(db, &correction).await?;
    Ok(contract::AdjustBatchResponse {
        batch: Some(batch_message(batch)),
    })
}

pub async fn recall(
    db: &PgPool,
    request: &contract::RecallBatchRequest,
) -> Result<contract::RecallBatchResponse, Error> {
    let mut violations = Vec::new();
    let batch_id = pack::id(&request.batch_id, "A batch's id");
    let batch_id = field("batch_id", batch_id, &mut violations);
    let actor_id = field("actor_id", actor(&request.actor_id), &mut violations);
    let reason = field("reason", reason(&request.reason), &mut violations);
    let behind = field(
        "page_token",
        page_token(&request.page_token).map(Option::unwrap_or_default),
        &mut violations,
    );
    let (Some(batch_id), Some(actor_id), Some(reason), Some(behind)) = (batch_id, actor_id, reason, behind)
    else {
        return Err(Error::Invalid(violations));
    };
    let batch = recall::recall(db, batch_id, actor_id, &reason).await?;
    let affected = recall::affected_orders(db, batch_id, behind).await?;
    let last = affected.last().filter(|_| affected.len() == recall::PAGE);
    Ok(contract::RecallBatchResponse {
        batch: Some(batch_message(batch)),
        next_page_token: last.map_or_else(String::new, |last| last.order_id.to_string()),
        orders: affected.iter().map(recalled_order).collect(),
    })
}

/// Parses a page token: the id of the last row of the previous page.
pub fn page_token(token: &str) -> Result<Option<Uuid>, Broken> {
    if token.is_empty() {
        return Ok(None);
    }
    let id = Uuid::parse_str(token).map_err(|_| Rule::Malformed.says("Send the token of the page before"));
    id.map(Some)
}

pub async fn list(
    db: &PgPool,
    request: contract::ListBatchesRequest,
) -> Result<contract::ListBatchesResponse, Error> {
    let mut violations = Vec::new();
    let pack = Pack::parse(request.pack.map(pack_details), "pack", &mut violations);
    let behind = field("page_token", page_token(&request.page_token), &mut violations);
    let (Some(pack), Some(behind)) = (pack, behind) else {
        return Err(Error::Invalid(violations));
    };
    let batches = batch_store::batches(db, pack, behind).await?;
    let last = batches.last().filter(|_| batches.len() == batch_store::PAGE);
    Ok(contract::ListBatchesResponse {
        next_page_token: last.map_or_else(String::new, |last| last.id.to_string()),
        batches: batches.into_iter().map(batch_message).collect(),
    })
}
