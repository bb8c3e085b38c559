//! Recall mails: shoppers who got a mail, who can get one, and who need a call.

use axum::extract::Path;
use proto::{
    inventory::v1::{self as inventory, ListRecalledOrdersRequest},
    order::v1::{
        self as contract, ListRecallNoticesRequest, RecallNoticeState as ToldState, RecalledBatch,
        RecalledPacks, SendRecallNoticesRequest,
    },
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::{authorization::Authorization, authorize::Session},
};

/// The most orders in one request, a limit of the contract.
const AT_ONCE: usize = 500;

/// Lists the orders whose packs of a recalled batch were shipped, and how each shopper is informed.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/batches/{id}/recall-notices",
    tag = "stock",
    operation_id = "listRecallNotices",
    params(("id" = String, Path, format = "uuid", description = "The batch's id")),
    responses(
        (status = 200, description = "The notices of the recall", body = Answer<RecallNotices>),
        (status = 404, description = "There is no such batch", body = Refusal),
        (status = 409, description = "The batch was not recalled", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    Path(batch_id): Path<String>,
) -> Result<Answer<RecallNotices>, ApiError> {
    let recalled = RecalledOrders::load(&session, &batch_id).await?;
    let authorization = session.authorize(&batch_id).await?;
    Ok(Answer::new(recalled.notices(&authorization).await?))
}

/// Mails all shoppers with packs of a recalled batch who have an address and no mail yet. A retry mails no
/// shopper twice.
#[utoipa::path(
    post,
    path = "/api/office/v1/stock/batches/{id}/recall-notices",
    tag = "stock",
    operation_id = "sendRecallNotices",
    params(("id" = String, Path, format = "uuid", description = "The batch's id")),
    request_body = RecallWords,
    responses(
        (status = 200, description = "The mails are queued", body = Answer<RecallNotices>),
        (status = 404, description = "There is no such batch", body = Refusal),
        (status = 409, description = "The batch was not recalled", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn send(
    session: Session,
    Path(batch_id): Path<String>,
    JsonBody(words): JsonBody<RecallWords>,
) -> Result<Answer<RecallNotices>, ApiError> {
    let recalled = RecalledOrders::load(&session, &batch_id).await?;
    let sending = session.authorize::<SendRecallNoticesRequest>(&batch_id).await?;
    // Requested before any mail is sent, so that a staff member who may not see orders sends none.
    let reading = session.authorize(&batch_id).await?;
    for orders in recalled.orders.chunks(AT_ONCE) {
        let request = SendRecallNoticesRequest {
            batch: Some(recalled.recalled_batch()),
            reason: words.reason.clone(),
            orders: orders.to_vec(),
        };
        sending.call(request).await?;
    }
    Ok(Answer::new(recalled.notices(&reading).await?))
}

/// The shipped orders with packs of a recalled batch, from the inventory.
struct RecalledOrders {
    batch: inventory::Batch,
    reason: String,
    orders: Vec<RecalledPacks>,
}

impl RecalledOrders {
    async fn load(session: &Session, batch_id: &str) -> Result<Self, ApiError> {
        let authorization = session.authorize::<ListRecalledOrdersRequest>(batch_id).await?;
        let (mut page_token, mut orders) = (String::new(), Vec::new());
        loop {
            let request = ListRecalledOrdersRequest {
                batch_id: batch_id.to_owned(),
                page_token,
            };
            let page = authorization.call(request).await?;
            let out = page
                .orders
                .into_iter()
                .filter(|order| order.is_shipped && !order.is_returned);
            orders.extend(out.map(|order| RecalledPacks {
                order_id: order.order_id,
                quantity: order.quantity,
            }));
            if page.next_page_token.is_empty() {
                return Ok(Self {
                    batch: page.batch.unwrap_or_default(),
                    reason: page.reason,
                    orders,
                });
            }
            page_token = page.next_page_token;
        }
    }

    fn recalled_batch(&self) -> RecalledBatch {
        let pack = self.batch.pack.clone().unwrap_or_default();
        RecalledBatch {
            batch_id: self.batch.batch_id.clone(),
            batch_number: self.batch.batch_number.clone(),
            product_id: pack.product_id,
            weight_in_grams: pack.weight_in_grams,
        }
    }

    async fn notices(
        self,
        authorization: &Authorization<ListRecallNoticesRequest>,
    ) -> Result<RecallNotices, ApiError> {
        let mut notices = Vec::with_capacity(self.orders.len());
        for orders in self.orders.chunks(AT_ONCE) {
            let request = ListRecallNoticesRequest {
                batch: Some(self.recalled_batch()),
                orders: orders.to_vec(),
            };
            let response = authorization.call(request).await?.notices.into_iter();
            notices.extend(response.map(RecallNotice::from));
        }
        notices.sort_by(|one, other| one.order_number.cmp(&other.order_number));
        Ok(RecallNotices {
            reason: self.reason,
            notices,
        })
    }
}

/// The text for shoppers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct RecallWords {
    /// The reason of the recall, for shoppers.
    #[schema(min_length = 3, max_length = 500)]
    reason: String,
}

/// The recall notices of a batch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecallNotices {
    /// The reason of the recall, as staff wrote it.
    reason: String,
    /// One notice for each order whose packs of the batch were shipped, sorted by order number.
    notices: Vec<RecallNotice>,
}

/// The recall notice of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecallNotice {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number; absent if the order does not exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "VM-261123-7K3QX")]
    order_number: Option<String>,
    /// The number of packs of the batch in the order; 0 if it has no such packs.
    #[schema(minimum = 0)]
    quantity: i32,
    /// The state of the notice.
    state: RecallNoticeState,
    /// When the mail was requested, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    requested_at: Option<String>,
    /// The id of the staff member who requested it; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    requested_by: Option<String>,
    /// The name of the shopper to call; absent if no call is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    full_name: Option<String>,
    /// The number to call, ten digits; absent if no call is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "9876543210")]
    mobile_number: Option<String>,
}

/// The state of a recall notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RecallNoticeState {
    /// The shopper has an address and no mail yet.
    ToWrite,
    /// A mail was requested.
    Written,
    /// The order has no mail address: staff have to call.
    ToCall,
    /// The shopper's data was erased.
    Unreachable,
    /// The order is neither shipped nor delivered, or has no such packs.
    NotConcerned,
}

impl From<contract::RecallNotice> for RecallNotice {
    fn from(notice: contract::RecallNotice) -> Self {
        let state = notice.state().into();
        let some = |value: String| Some(value).filter(|value| !value.is_empty());
        Self {
            order_id: notice.order_id,
            order_number: some(notice.order_number),
            quantity: notice.quantity,
            state,
            requested_at: some(notice.requested_at),
            requested_by: some(notice.requested_by),
            full_name: some(notice.full_name),
            mobile_number: some(notice.mobile_number),
        }
    }
}

impl From<ToldState> for RecallNoticeState {
    fn from(state: ToldState) -> Self {
        match state {
            ToldState::ToWrite => Self::ToWrite,
            ToldState::Written => Self::Written,
            ToldState::ToCall => Self::ToCall,
            ToldState::Unreachable => Self::Unreachable,
            ToldState::NotConcerned | ToldState::Unspecified => Self::NotConcerned,
        }
    }
}
