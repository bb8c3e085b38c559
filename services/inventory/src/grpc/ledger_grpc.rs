//! The gRPC methods of the ledger: what staff ask about batches and do to them.

use proto::inventory::v1 as contract;
use runtime::status::field;
use sqlx::PgPool;

use crate::{
    error::Error,
    grpc::messages::{batch_message, pack_details},
    ledger::{
        batch_store,
        correction::{self, CorrectionDetails, actor, reason},
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
    let receipt = receipt::read(details).map_err(Error::Invalid)?;
    let batch = batch_store::receive(db, &receipt).await?;
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
    let correction = correction::read(&details).map_err(Error::Invalid)?;
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
    let (Some(batch_id), Some(actor_id), Some(reason)) = (batch_id, actor_id, reason) else {
        return Err(Error::Invalid(violations));
    };
    let (batch, holders) = batch_store::recall(db, batch_id, actor_id, &reason).await?;
    let orders = holders.into_iter().map(|holder| contract::RecalledOrder {
        order_id: holder.order_id.to_string(),
        quantity: holder.quantity,
        is_shipped: holder.state == "shipped",
        is_returned: holder.state == "returned",
    });
    Ok(contract::RecallBatchResponse {
        batch: Some(batch_message(batch)),
        orders: orders.collect(),
    })
}

pub async fn list(
    db: &PgPool,
    request: contract::ListBatchesRequest,
) -> Result<contract::ListBatchesResponse, Error> {
    let mut violations = Vec::new();
    let pack = Pack::read(request.pack.map(pack_details), "pack", &mut violations)
        .ok_or(Error::Invalid(violations))?;
    let batches = batch_store::batches(db, pack).await?;
    Ok(contract::ListBatchesResponse {
        batches: batches.into_iter().map(batch_message).collect(),
    })
}
