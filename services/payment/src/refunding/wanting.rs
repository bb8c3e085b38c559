//! A refund is decided: its row is older than the first try to send it.

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

/// What is to go back of a payment.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The same again is the same refund.
    pub id: Uuid,
    /// In paise.
    pub amount_paise: i64,
    /// Why.
    pub reason: Reason,
    /// For colleagues.
    pub note: String,
    /// Who of the staff wants it; none when the shop decides by itself.
    pub staff_id: Option<Uuid>,
}

/// Writes a refund of a locked payment down, tells it and enqueues that it is sent; none when its id is known. The relay and the
/// workers are to be woken after the commit.
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
