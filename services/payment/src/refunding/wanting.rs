//! Requests refunds. A refund is stored before the first try to send it.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    events,
    payment::{
        money::Money,
        refund::{Reason, Refund, RefundState},
        refund_store,
    },
    refunding::refund_job,
};

/// A refund to request.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The id. Requesting it again has no effect.
    pub id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: Reason,
    /// A note for staff.
    pub note: String,
    /// The staff member who requests it. `None` if the service decides.
    pub staff_id: Option<Uuid>,
}

/// Stores and publishes a refund of a locked payment, and enqueues its job. `None` if its id is known. The
/// caller wakes relay and workers after the commit.
pub async fn want(
    transaction: &mut PgConnection,
    money: &Money,
    wanted: Wanted,
) -> sqlx::Result<Option<Refund>> {
    let now = OffsetDateTime::now_utc();
    let refund = Refund {
        id: wanted.id,
        payment_id: money.id,
        order_id: money.order_id,
        amount_paise: wanted.amount_paise,
        reason: wanted.reason,
        note: wanted.note,
        staff_id: wanted.staff_id,
        state: RefundState::Wanted,
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
