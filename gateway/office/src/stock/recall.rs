//! Recalls a batch.

use axum::extract::Path;
use proto::inventory::v1::{self as contract, RecallBatchRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
    stock::{batch::Batch, order_numbers::OrderNumbers},
};

/// Recalls a batch: stops its sale at once and lists the orders with its packs.
///
/// A retry returns the same answer.
#[utoipa::path(
    post,
    path = "/api/office/v1/stock/batches/{id}/recall",
    tag = "stock",
    operation_id = "recallBatch",
    params(("id" = String, Path, format = "uuid", description = "The batch's id")),
    request_body = Recall,
    responses(
        (status = 200, description = "The batch is recalled", body = Answer<Recalled>),
        (status = 404, description = "There is no such batch", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn recall(
    session: Session,
    Path(batch_id): Path<String>,
    JsonBody(recall): JsonBody<Recall>,
) -> Result<Answer<Recalled>, ApiError> {
    let authorization = session.authorize::<RecallBatchRequest>(&batch_id).await?;
    let mut request = RecallBatchRequest {
        batch_id,
        actor_id: authorization.staff_id()?,
        reason: recall.reason,
        page_token: String::new(),
    };
    let mut orders = Vec::new();
    loop {
        let page = authorization.call(request.clone()).await?;
        orders.extend(page.orders);
        if page.next_page_token.is_empty() {
            let batch = Batch::from_contract(page.batch)?;
            let ids = orders.iter().map(|order| order.order_id.clone()).collect();
            let numbers = OrderNumbers::load(&session, ids).await;
            let orders = orders
                .into_iter()
                .map(|order| RecalledOrder::from_contract(&numbers, order));
            let orders = orders.collect();
            return Ok(Answer::new(Recalled { batch, orders }));
        }
        request.page_token = page.next_page_token;
    }
}

/// The reason of a recall.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Recall {
    /// The reason.
    #[schema(min_length = 3, max_length = 500)]
    reason: String,
}

/// A recalled batch and its orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Recalled {
    /// The batch as it now is; `onHand` is the remaining stock.
    batch: Batch,
    /// The orders that got its packs or were to get them.
    orders: Vec<RecalledOrder>,
}

/// An order with packs of a recalled batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each tells something else of the packs"
)]
struct RecalledOrder {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number; absent if it cannot be looked up right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "VM-261123-7K3QX")]
    order_number: Option<String>,
    /// The number of packs of the batch in the order.
    #[schema(minimum = 1)]
    quantity: i32,
    /// True if the packs left the shop or are about to.
    is_shipped: bool,
    /// True if the packs came back.
    is_returned: bool,
    /// True if the order gets packs of other batches instead.
    is_replaced: bool,
    /// True if the order waits for packs because no other batch has enough.
    is_waiting: bool,
}

impl RecalledOrder {
    fn from_contract(numbers: &OrderNumbers, order: contract::RecalledOrder) -> Self {
        Self {
            order_number: numbers.get(&order.order_id),
            order_id: order.order_id,
            quantity: order.quantity,
            is_shipped: order.is_shipped,
            is_returned: order.is_returned,
            is_replaced: order.is_replaced,
            is_waiting: order.is_waiting,
        }
    }
}
