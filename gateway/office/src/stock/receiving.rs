//! Receives stock.

use proto::inventory::v1::{Pack, ReceiveBatchRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal, money::Rupees},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
    stock::batch::Batch,
};

/// Receives a new batch, or more packs of a known one. A retry changes nothing.
#[utoipa::path(
    post,
    path = "/api/office/v1/stock/batches",
    tag = "stock",
    operation_id = "receiveBatch",
    request_body = Receipt,
    responses(
        (status = 200, description = "The current batch", body = Answer<Batch>),
        (status = 409, description = "The batch exists with other dates or another MRP", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn receive(
    session: Session,
    JsonBody(receipt): JsonBody<Receipt>,
) -> Result<Answer<Batch>, ApiError> {
    let authorization = session
        .authorize::<ReceiveBatchRequest>(&receipt.batch_number)
        .await?;
    let request = ReceiveBatchRequest {
        receipt_id: receipt.receipt_id,
        pack: Some(Pack {
            product_id: receipt.product_id,
            weight_in_grams: receipt.weight_in_grams,
        }),
        batch_number: receipt.batch_number,
        packed_on: receipt.packed_on,
        best_before: receipt.best_before,
        mrp_paise: receipt.mrp.paise,
        cost_paise: receipt.cost.map_or(0, |cost| cost.paise),
        quantity: receipt.quantity,
        actor_id: authorization.staff_id()?,
        reason: receipt.reason.unwrap_or_default(),
        shelf: receipt.shelf.unwrap_or_default(),
    };
    let received = authorization.call(request).await?;
    Ok(Answer::new(Batch::from_contract(received.batch)?))
}

/// A receipt of packs.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Receipt {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    receipt_id: String,
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of a pack, in grams.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The batch number printed on the packs.
    #[schema(min_length = 1, max_length = 40)]
    batch_number: String,
    /// The packing date.
    #[schema(format = Date)]
    packed_on: String,
    /// The best-before date.
    #[schema(format = Date)]
    best_before: String,
    /// The MRP printed on a pack, in rupees.
    mrp: Rupees,
    /// The cost of a pack for the shop, in rupees.
    cost: Option<Rupees>,
    /// The number of packs.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, maximum = 1_000_000)]
    quantity: i32,
    /// The reason, for the stock ledger.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// The shelf of the batch from now on; absent keeps the current shelf.
    #[schema(max_length = 40)]
    shelf: Option<String>,
}
