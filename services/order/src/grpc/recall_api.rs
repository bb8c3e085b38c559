//! The gRPC API of recall notices.

use proto::order::v1::{
    GetRecallNoticeRequest, GetRecallNoticeResponse, ListRecallNoticesRequest, ListRecallNoticesResponse,
    RecallNotice, RecallNoticeState, RecalledBatch, RecalledPacks, SendRecallNoticesRequest,
    SendRecallNoticesResponse, recall_notice_service_server::RecallNoticeService,
};
use runtime::status::Violation;
use sqlx::PgPool;
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    grpc::{messages::rfc_3339, staff_id::staff_id},
    recalls::{
        notice::{ConcernedOrder, NoticeState},
        notice_store,
        request::{self, Recall, RecallRequest},
    },
};

/// The gRPC service.
#[derive(Debug)]
pub struct RecallApi {
    /// The database of orders.
    db: PgPool,
    /// The waker of the outbox relay.
    relay: outbox::Waker,
}

#[async_trait]
impl RecallNoticeService for RecallApi {
    async fn send_recall_notices(
        &self,
        request: Request<SendRecallNoticesRequest>,
    ) -> Result<Response<SendRecallNoticesResponse>, Status> {
        let staff_id = staff_id(&request)?.ok_or(Error::NotTheActor)?;
        let request = request.into_inner();
        let reason = request::reason(&request.reason).map_err(Error::Invalid)?;
        let recall = recall(request.batch, request.orders)?;
        let now = OffsetDateTime::now_utc();
        let requested = notice_store::send(&self.db, &recall, &reason, staff_id, now).await?;
        self.relay.wake();
        Ok(Response::new(SendRecallNoticesResponse {
            requested: i32::try_from(requested).map_err(|_| Error::Impossible("more notices than orders"))?,
        }))
    }

    async fn list_recall_notices(
        &self,
        request: Request<ListRecallNoticesRequest>,
    ) -> Result<Response<ListRecallNoticesResponse>, Status> {
        let request = request.into_inner();
        let recall = recall(request.batch, request.orders)?;
        let orders = notice_store::list(&self.db, &recall).await;
        let notices = orders.map_err(Error::from)?.into_iter().map(recall_notice);
        Ok(Response::new(ListRecallNoticesResponse {
            notices: notices.collect(),
        }))
    }

    async fn get_recall_notice(
        &self,
        request: Request<GetRecallNoticeRequest>,
    ) -> Result<Response<GetRecallNoticeResponse>, Status> {
        let notice_id = request::id(&request.get_ref().notice_id)
            .map_err(|broken| Error::Invalid(vec![Violation::new("notice_id", broken)]))?;
        let notice = notice_store::find(&self.db, notice_id).await;
        let Some(notice) = notice.map_err(Error::from)? else {
            return Err(Status::not_found("There is no such notice."));
        };
        Ok(Response::new(GetRecallNoticeResponse {
            order_id: notice.order_id.to_string(),
            batch_number: notice.batch_number,
            product_name: notice.product_name,
            weight_in_grams: notice.weight_in_grams,
            quantity: notice.quantity,
            reason: notice.reason,
        }))
    }
}

impl RecallApi {
    /// Creates the gRPC service.
    pub fn new(db: PgPool, relay: outbox::Waker) -> Self {
        Self { db, relay }
    }
}

fn recall(batch: Option<RecalledBatch>, orders: Vec<RecalledPacks>) -> Result<Recall, Error> {
    let batch = batch.unwrap_or_default();
    let orders = orders.into_iter().map(|packs| (packs.order_id, packs.quantity));
    let request = RecallRequest {
        batch_id: batch.batch_id,
        batch_number: batch.batch_number,
        product_id: batch.product_id,
        weight_in_grams: batch.weight_in_grams,
        orders: orders.collect(),
    };
    request.validate().map_err(Error::Invalid)
}

/// Includes name and mobile number only if the shopper needs a call.
fn recall_notice(order: ConcernedOrder) -> RecallNotice {
    let state = order.state();
    let told = |value: Option<String>| value.filter(|_| state == NoticeState::ToCall).unwrap_or_default();
    RecallNotice {
        order_id: order.order_id.to_string(),
        order_number: order.order_number.unwrap_or_default(),
        quantity: order.quantity.unwrap_or_default(),
        state: notice_state(state).into(),
        requested_at: order.requested_at.map(rfc_3339).unwrap_or_default(),
        requested_by: order.requested_by.map_or_else(String::new, |id| id.to_string()),
        full_name: told(order.full_name),
        mobile_number: told(order.mobile_number),
    }
}

fn notice_state(state: NoticeState) -> RecallNoticeState {
    match state {
        NoticeState::ToWrite => RecallNoticeState::ToWrite,
        NoticeState::Written => RecallNoticeState::Written,
        NoticeState::ToCall => RecallNoticeState::ToCall,
        NoticeState::Unreachable => RecallNoticeState::Unreachable,
        NoticeState::NotConcerned => RecallNoticeState::NotConcerned,
    }
}
