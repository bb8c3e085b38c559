//! Money goes back that no order keeps.

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

/// How long money of another sum than its order costs waits for staff: the order keeps packs from other shoppers meanwhile.
const HELD_FOR: Duration = Duration::from_hours(48);

/// Payments of one round.
const A_ROUND: i64 = 50;

/// Has all of a payment sent back that did not go back already. The same reason again is the same refund.
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

/// Has money sent back that was held for too long; answers how many payments.
pub async fn end_holds(payments: &Payments) -> anyhow::Result<u64> {
    let due = money_store::held_for(&payments.db, HELD_FOR, A_ROUND).await?;
    for payment_id in &due {
        send_back(payments, *payment_id, Reason::WrongAmount).await?;
    }
    Ok(u64::try_from(due.len())?)
}
