//! The amount of a payment that can still be refunded.

use sqlx::PgConnection;

use crate::payment::{captured_payment::CapturedPayment, dispute_store, refund, refund_store};

/// The amount of a payment that can still be refunded.
#[derive(Debug, Clone, Copy)]
pub struct RemainingAmount {
    /// The amount, in paise, less refunds and lost disputes.
    pub paise: i64,
    /// True if a dispute is open. A refund would then pay the shopper twice.
    pub is_disputed: bool,
}

/// Computes [`RemainingAmount`] for a locked payment.
pub async fn of_payment(
    transaction: &mut PgConnection,
    money: &CapturedPayment,
) -> sqlx::Result<RemainingAmount> {
    let refunds = refund_store::of_payments(&mut *transaction, &[money.id]).await?;
    let disputed = dispute_store::of_payment(&mut *transaction, money.id).await?;
    Ok(RemainingAmount {
        paise: refund::left_paise(money.amount_paise - disputed.lost_paise, &refunds),
        is_disputed: disputed.is_open,
    })
}
