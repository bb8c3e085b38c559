//! Requests refunds. A refund is stored before the first try to send it.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    events,
    payment::{
        captured_payment::CapturedPayment,
        refund::{Refund, RefundReason, RefundState},
        refund_store,
    },
    refunds::refund_job,
};

/// A refund to request.
#[derive(Debug, Clone)]
pub struct RefundRequest {
    /// The id. Requesting it again has no effect.
    pub id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: RefundReason,
    /// A note for staff.
    pub note: String,
    /// The staff member who requests it. `None` if the service decides.
    pub staff_id: Option<Uuid>,
}

/// Stores and publishes a refund of a locked payment, and enqueues its job. `None` if its id is known. The
/// caller wakes relay and workers after the commit.
pub async fn request(
    transaction: &mut PgConnection,
    money: &CapturedPayment,
    request: RefundRequest,
) -> sqlx::Result<Option<Refund>> {
    let now = OffsetDateTime::now_utc();
    let refund = Refund {
        id: request.id,
        payment_id: money.id,
        order_id: money.order_id,
        amount_paise: request.amount_paise,
        reason: request.reason,
        note: request.note,
        staff_id: request.staff_id,
        state: RefundState::Requested,
        provider_refund_id: None,
        manual: None,
        version: 1,
        wanted_at: now,
        changed_at: now,
    };
    let Some(refund) = refund_store::insert(transaction, &refund).await? else {
        return Ok(None);
    };
    let event = events::refund_changed(&refund, Some(money));
    outbox::write(transaction, event).await?;
    refund_job::enqueue(transaction, refund.id).await?;
    Ok(Some(refund))
}
