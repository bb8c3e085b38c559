//! Money that came. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// What an order does with money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is paid with it.
    Accepted,
    /// It costs another sum: the money is held.
    WrongAmount,
    /// It was cancelled before: the money goes back.
    TooLate,
    /// It was paid before: the money goes back.
    PaidBefore,
}

/// Money that came, once for each payment of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Money {
    /// Our id of it.
    pub id: Uuid,
    /// What was asked for; none when it came without.
    pub attempt_id: Option<Uuid>,
    /// The order that it is for.
    pub order_id: Uuid,
    /// Its number.
    pub order_number: String,
    /// "razorpay" or "upi".
    pub provider: String,
    /// What the provider calls it.
    pub provider_payment_id: String,
    /// In paise.
    pub amount_paise: i64,
    /// What the provider keeps of it, its tax included, in paise.
    pub fee_paise: i64,
    /// The tax in the fee, in paise.
    pub fee_tax_paise: i64,
    /// When it came.
    pub captured_at: OffsetDateTime,
    /// What the order does with it; none until that is decided.
    pub outcome: Option<Outcome>,
}

impl Money {
    /// Whether nobody but a person sends it back: the shop's own UPI address takes money and sends none.
    pub fn is_sent_back_by_hand(&self) -> bool {
        self.provider == "upi"
    }
}

impl Outcome {
    const ALL: [Self; 4] = [Self::Accepted, Self::WrongAmount, Self::TooLate, Self::PaidBefore];

    /// As the database keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAmount => "wrong_amount",
            Self::TooLate => "too_late",
            Self::PaidBefore => "paid_before",
        }
    }

    /// The outcome with this name; fails for a name that only a newer version writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let outcome = Self::ALL.into_iter().find(|outcome| outcome.as_str() == name);
        outcome.ok_or_else(|| sqlx::Error::Decode("there is no such outcome of a payment".into()))
    }
}
