//! Returned packs: inspected, then restocked or written off.

use std::sync::Arc;

use axum::extract::State;
use proto::inventory::v1::{
    ListReturnedPacksRequest, ReservedPacks, ResolveReturnedPacksRequest,
    ReturnedPacks as ContractReturnedPacks,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    clients::Clients,
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
    stock::{batch::Batch, order_numbers::OrderNumbers, product_names::ProductNames},
};

/// Lists the returned packs that wait for inspection, oldest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/returns",
    tag = "stock",
    operation_id = "listReturnedPacks",
    responses(
        (status = 200, description = "The packs", body = Answer<ReturnedPacks>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    State(clients): State<Arc<Clients>>,
    State(product_names): State<Arc<ProductNames>>,
) -> Result<Answer<ReturnedPacks>, ApiError> {
    let authorization = session.authorize::<ListReturnedPacksRequest>("").await?;
    let page_of = |page_token| ListReturnedPacksRequest { page_token };
    let packs = authorization.read_all(page_of, |page| (page.packs, page.next_page_token));
    let (packs, names) = tokio::try_join!(packs, product_names.get(&clients))?;
    let ids = packs.iter().map(|message| message.order_id.clone()).collect();
    let numbers = OrderNumbers::load(&session, ids).await;
    let packs = packs.into_iter().map(|message| {
        let pack = message.pack.as_ref();
        let name = pack.and_then(|pack| names.get(&pack.product_id));
        let number = numbers.get(&message.order_id);
        ReturnedPack::from_contract(name.cloned().unwrap_or_default(), number, message)
    });
    Ok(Answer::new(ReturnedPacks {
        packs: packs.collect(),
    }))
}

/// Restocks returned packs, or writes them off. A retry changes nothing.
#[utoipa::path(
    post,
    path = "/api/office/v1/stock/returns/resolutions",
    tag = "stock",
    operation_id = "resolveReturnedPacks",
    request_body = Resolution,
    responses(
        (status = 200, description = "The current batch", body = Answer<Batch>),
        (status = 404, description = "No such packs were returned with the order", body = Refusal),
        (status = 409, description = "Fewer packs are uninspected, the batch was recalled and cannot be restocked, or the id was used with other values", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn resolve(
    session: Session,
    JsonBody(resolution): JsonBody<Resolution>,
) -> Result<Answer<Batch>, ApiError> {
    let authorization = session
        .authorize::<ResolveReturnedPacksRequest>(&resolution.order_id)
        .await?;
    let request = ResolveReturnedPacksRequest {
        resolution_id: resolution.resolution_id,
        order_id: resolution.order_id,
        batch_id: resolution.batch_id,
        quantity: resolution.quantity,
        is_write_off: resolution.is_write_off,
        actor_id: authorization.staff_id()?,
        reason: resolution.reason.unwrap_or_default(),
    };
    let resolved = authorization.call(request).await?;
    Ok(Answer::new(Batch::from_contract(resolved.batch)?))
}

/// The returned packs that wait for inspection.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReturnedPacks {
    /// Oldest first.
    packs: Vec<ReturnedPack>,
}

/// Returned packs of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReturnedPack {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number; absent if it cannot be looked up right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "VM-261123-7K3QX")]
    order_number: Option<String>,
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name; empty if the catalog no longer knows the product.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number of packs still to inspect.
    #[schema(minimum = 1)]
    quantity: i32,
    /// When the return was recorded, in UTC.
    #[schema(format = DateTime)]
    returned_at: String,
    /// The batches of the order's packs. Each pack has one of their batch numbers.
    batches: Vec<ReturnedBatch>,
}

/// A batch in an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReturnedBatch {
    /// The batch's id.
    #[schema(format = "uuid")]
    batch_id: String,
    /// The batch number printed on the packs.
    batch_number: String,
    /// The number of its packs in the order.
    #[schema(minimum = 1)]
    quantity: i32,
    /// True if the batch was recalled; its packs can only be written off.
    is_recalled: bool,
}

impl ReturnedPack {
    fn from_contract(
        product_name: String,
        order_number: Option<String>,
        message: ContractReturnedPacks,
    ) -> Self {
        let pack = message.pack.unwrap_or_default();
        Self {
            order_id: message.order_id,
            order_number,
            product_id: pack.product_id,
            product_name,
            weight_in_grams: pack.weight_in_grams,
            quantity: message.quantity,
            returned_at: message.returned_at,
            batches: message.batches.into_iter().map(ReturnedBatch::from).collect(),
        }
    }
}

impl From<ReservedPacks> for ReturnedBatch {
    fn from(message: ReservedPacks) -> Self {
        Self {
            batch_id: message.batch_id,
            batch_number: message.batch_number,
            quantity: message.quantity,
            is_recalled: message.is_recalled,
        }
    }
}

/// The result of an inspection of returned packs.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Resolution {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    resolution_id: String,
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The batch whose number is on the packs.
    #[schema(format = "uuid")]
    batch_id: String,
    /// The number of packs.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1)]
    quantity: i32,
    /// True to write the packs off, false to restock them.
    is_write_off: bool,
    /// The reason; needed for a write-off.
    #[schema(max_length = 500)]
    reason: Option<String>,
}
