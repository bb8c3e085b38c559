//! Payments that arrived. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// The order's decision about a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// The order is paid with it.
    Accepted,
    /// The order has another total. The money is held.
    WrongAmount,
    /// The order was cancelled before. The money is refunded.
    TooLate,
    /// The order was already paid. The money is refunded.
    PaidBefore,
}

/// A payment that arrived, one for each payment of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturedPayment {
    /// The payment's id.
    pub id: Uuid,
    /// The attempt. `None` if the payment has none.
    pub attempt_id: Option<Uuid>,
    /// The order.
    pub order_id: Uuid,
    /// The order number.
    pub order_number: String,
    /// "razorpay" or "upi".
    pub provider: String,
    /// The provider's id.
    pub provider_payment_id: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The provider's fee with its tax, in paise.
    pub fee_paise: i64,
    /// The tax in the fee, in paise.
    pub fee_tax_paise: i64,
    /// When the money arrived.
    pub captured_at: OffsetDateTime,
    /// The order's decision. `None` until it is made.
    pub outcome: Option<PaymentOutcome>,
}

impl CapturedPayment {
    /// True if staff must send refunds by hand, because the shop's own UPI address only receives money.
    pub fn is_refunded_manually(&self) -> bool {
        self.provider == "upi"
    }
}

impl PaymentOutcome {
    const ALL: [Self; 4] = [Self::Accepted, Self::WrongAmount, Self::TooLate, Self::PaidBefore];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAmount => "wrong_amount",
            Self::TooLate => "too_late",
            Self::PaidBefore => "paid_before",
        }
    }

    /// The outcome with this name. Fails for an unknown name, which a newer version may have written.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let outcome = Self::ALL.into_iter().find(|outcome| outcome.as_str() == name);
        outcome.ok_or_else(|| sqlx::Error::Decode("there is no such outcome of a payment".into()))
    }
}
