//! Refunds payments that no order keeps.

use std::time::Duration;

use uuid::Uuid;

use crate::{
    payment::{
        money_store,
        refund::{self, Reason},
    },
    payments::Payments,
    refunding::{
        left,
        wanting::{self, Wanted},
    },
};

/// How long a held payment waits for staff. Meanwhile its order reserves packs.
const HELD_FOR: Duration = Duration::from_hours(48);

/// The number of payments per round.
const A_ROUND: i64 = 50;

/// Requests a refund of what is left of a payment. Repeating it with the same reason has no effect.
pub async fn send_back(payments: &Payments, payment_id: Uuid, reason: Reason) -> sqlx::Result<()> {
    let mut transaction = database::begin(&payments.db).await?;
    let Some(money) = money_store::lock(&mut transaction, payment_id).await? else {
        return Ok(());
    };
    let left_paise = left::of(&mut transaction, &money).await?.paise;
    if left_paise <= 0 {
        return Ok(());
    }
    let wanted = Wanted {
        id: refund::id_of(money.id, reason),
        amount_paise: left_paise,
        reason,
        note: String::new(),
        staff_id: None,
    };
    wanting::want(&mut transaction, &money, wanted).await?;
    transaction.commit().await?;
    payments.relay.wake();
    payments.workers.wake();
    Ok(())
}

/// Refunds payments that were held for too long. Returns how many.
pub async fn end_holds(payments: &Payments) -> anyhow::Result<u64> {
    let due = money_store::held_for(&payments.db, HELD_FOR, A_ROUND).await?;
    for payment_id in &due {
        send_back(payments, *payment_id, Reason::WrongAmount).await?;
    }
    Ok(u64::try_from(due.len())?)
}
