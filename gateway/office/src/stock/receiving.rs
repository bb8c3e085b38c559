//! Packs come in.

use proto::inventory::v1::{Pack, ReceiveBatchRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal, money::Rupees},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::refusal::{ReadsBody, Refused, StaffOnly},
    session::authorize::Session,
    stock::batch::Batch,
};

/// Takes a batch into stock, or more packs of one that is known. The same receipt again changes nothing.
#[utoipa::path(
    post,
    path = "/api/office/v1/stock/batches",
    tag = "stock",
    operation_id = "receiveBatch",
    request_body = Receipt,
    responses(
        (status = 200, description = "The batch as it stands now", body = Answer<Batch>),
        (status = 409, description = "The batch is known with other dates or another price", body = Refusal),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn receive(
    session: Session,
    JsonBody(receipt): JsonBody<Receipt>,
) -> Result<Answer<Batch>, Refused> {
    let permit = session
        .permit::<ReceiveBatchRequest>(&receipt.batch_number)
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
        actor_id: permit.staff_id()?,
        reason: receipt.reason.unwrap_or_default(),
        shelf: receipt.shelf.unwrap_or_default(),
    };
    let received = permit.call(request).await?;
    Ok(Answer::new(Batch::read(received.batch)?))
}

/// What came in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Receipt {
    /// Chosen by the client for this receipt, and sent again with every retry of it.
    #[schema(format = "uuid")]
    receipt_id: String,
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of a pack, in grams.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number that is printed on the packs.
    #[schema(min_length = 1, max_length = 40)]
    batch_number: String,
    /// When it was packed.
    #[schema(format = Date)]
    packed_on: String,
    /// Until when it is at its best.
    #[schema(format = Date)]
    best_before: String,
    /// The price that is printed on a pack, in rupees.
    mrp: Rupees,
    /// What a pack cost the shop, in rupees.
    cost: Option<Rupees>,
    /// How many packs.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, maximum = 1_000_000)]
    quantity: i32,
    /// Why, for whoever reads the ledger.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// The shelf on which the batch lies from now on; absent leaves it where it is.
    #[schema(max_length = 40)]
    shelf: Option<String>,
}
