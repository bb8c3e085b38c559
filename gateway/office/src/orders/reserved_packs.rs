//! The batches that orders are packed from, and their shelves.

use axum::{extract::Path, http::Uri};
use proto::inventory::v1::{self as contract, ListReservedPacksRequest, TakeFromBatchRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    orders::{one::find_for, order_ids::OrderIds},
    request::errors::{ApiError, BodyErrors, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists the batches that orders are packed from. Orders without reservations are left out.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/reserved-packs",
    tag = "orders",
    operation_id = "listReservedPacks",
    params(OrderIds),
    responses(
        (status = 200, description = "The packs of each order", body = Answer<ReservedOrders>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session, uri: Uri) -> Result<Answer<ReservedOrders>, ApiError> {
    let query = OrderIds::from_uri(&uri)?;
    let authorization = session.authorize::<ListReservedPacksRequest>("").await?;
    let request = ListReservedPacksRequest {
        order_ids: query.order_id,
    };
    let orders = authorization.call(request).await?.orders.into_iter();
    Ok(Answer::new(ReservedOrders {
        orders: orders.map(ReservedOrder::from).collect(),
    }))
}

/// Moves an order's reservation to the batch of the pack that the packer scanned. A retry changes nothing.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/reserved-packs",
    tag = "orders",
    operation_id = "takeFromBatch",
    params(("number" = String, Path, description = "The order's number")),
    request_body = PackInHand,
    responses(
        (status = 200, description = "The current packs of the order", body = Answer<ReservedOrder>),
        (status = 404, description = "There is no such order, or no pack that is missing is of this batch", body = Refusal),
        (status = 409, description = "The batch must not be sold, all its packs are in other parcels, or the order is shipped", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn take(
    session: Session,
    Path(number): Path<String>,
    JsonBody(pack): JsonBody<PackInHand>,
) -> Result<Answer<ReservedOrder>, ApiError> {
    let (order, authorization) = find_for::<TakeFromBatchRequest>(&session, &number).await?;
    let request = TakeFromBatchRequest {
        order_id: order.order_id.clone(),
        batch_number: pack.batch_number,
        quantity: pack.quantity,
        instead_of_batch_ids: pack.instead_of_batch_ids,
    };
    let packs = authorization.call(request).await?.packs;
    let order = contract::OrderPacks {
        order_id: order.order_id,
        packs,
    };
    Ok(Answer::new(order.into()))
}

/// The pack that a packer has in hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct PackInHand {
    /// The batch number printed on the pack.
    #[schema(min_length = 1, max_length = 40)]
    batch_number: String,
    /// The number of packs of this batch in the parcel, including this one.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, maximum = 99)]
    quantity: i32,
    /// The batches with packs that are reserved for the order and not yet in its parcel.
    #[schema(min_items = 1, max_items = 100)]
    instead_of_batch_ids: Vec<String>,
}

/// The reserved packs of orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReservedOrders {
    /// One entry for each order with a reservation.
    orders: Vec<ReservedOrder>,
}

/// The reserved packs of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReservedOrder {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// Packs by batch, earliest best-before date first. Packs without stock records have no batch.
    packs: Vec<ReservedPacks>,
}

/// Packs of a batch that are reserved for an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReservedPacks {
    /// The batch's id.
    #[schema(format = "uuid")]
    batch_id: String,
    /// The batch number printed on the packs.
    batch_number: String,
    /// The shelf of the batch; absent if it is not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shelf: Option<String>,
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of a pack, in grams.
    #[schema(minimum = 1)]
    weight_in_grams: i32,
    /// The number of packs.
    #[schema(minimum = 1)]
    quantity: i32,
    /// The best-before date of the batch.
    #[schema(format = Date)]
    best_before: String,
}

impl From<contract::OrderPacks> for ReservedOrder {
    fn from(order: contract::OrderPacks) -> Self {
        Self {
            order_id: order.order_id,
            packs: order.packs.into_iter().map(ReservedPacks::from).collect(),
        }
    }
}

impl From<contract::ReservedPacks> for ReservedPacks {
    fn from(packs: contract::ReservedPacks) -> Self {
        let pack = packs.pack.unwrap_or_default();
        Self {
            batch_id: packs.batch_id,
            batch_number: packs.batch_number,
            shelf: Some(packs.shelf).filter(|shelf| !shelf.is_empty()),
            product_id: pack.product_id,
            weight_in_grams: pack.weight_in_grams,
            quantity: packs.quantity,
            best_before: packs.best_before,
        }
    }
}
