//! The part of a payment that may still go back.

use sqlx::PgConnection;

use crate::payment::{dispute_store, money::Money, refund, refund_store};

/// The part of a payment that may still go back.
#[derive(Debug, Clone, Copy)]
pub struct Left {
    /// In paise: refunds, and what a bank took back, are not in it.
    pub paise: i64,
    /// Whether a bank may take it back: a refund as well would pay the shopper twice.
    pub is_disputed: bool,
}

/// The part of a locked payment that may still go back.
pub async fn of(transaction: &mut PgConnection, money: &Money) -> sqlx::Result<Left> {
    let refunds = refund_store::of_payments(&mut *transaction, &[money.id]).await?;
    let disputed = dispute_store::of_payment(&mut *transaction, money.id).await?;
    Ok(Left {
        paise: refund::left_paise(money.amount_paise - disputed.lost_paise, &refunds),
        is_disputed: disputed.is_open,
    })
}
