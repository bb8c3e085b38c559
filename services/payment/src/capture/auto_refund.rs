//! Refunds payments that no order keeps.

use std::time::Duration;

use uuid::Uuid;

use crate::{
    payment::{
        payment_store,
        refund::{self, RefundReason},
    },
    payments::Payments,
    refunds::{
        remaining,
        request_refund::{self, RefundRequest},
    },
};

/// How long a held payment waits for staff. Meanwhile its order reserves packs.
const HELD_FOR: Duration = Duration::from_hours(48);

/// The number of payments per round.
const BATCH_SIZE: i64 = 50;

/// Requests a refund of what is left of a payment. Repeating it with the same reason has no effect.
pub async fn refund_remaining(
    payments: &Payments,
    payment_id: Uuid,
    reason: RefundReason,
) -> sqlx::Result<()> {
    let mut transaction = database::begin(&payments.db).await?;
    let Some(money) = payment_store::lock(&mut transaction, payment_id).await? else {
        return Ok(());
    };
    let left_paise = remaining::of_payment(&mut transaction, &money).await?.paise;
    if left_paise <= 0 {
        return Ok(());
    }
    let request = RefundRequest {
        id: refund::id_of(money.id, reason),
        amount_paise: left_paise,
        reason,
        note: String::new(),
        staff_id: None,
    };
    request_refund::request(&mut transaction, &money, request).await?;
    transaction.commit().await?;
    payments.relay.wake();
    payments.workers.wake();
    Ok(())
}

/// Refunds payments that were held for too long. Returns how many.
pub async fn refund_expired_holds(payments: &Payments) -> anyhow::Result<u64> {
    let due = payment_store::held_for(&payments.db, HELD_FOR, BATCH_SIZE).await?;
    for payment_id in &due {
        refund_remaining(payments, *payment_id, RefundReason::WrongAmount).await?;
    }
    Ok(u64::try_from(due.len())?)
}
