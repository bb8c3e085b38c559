//! A payment attempt: money that a shopper is asked for. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// The state of a payment attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptState {
    /// Stored. The provider has not answered yet, or its answer was lost.
    Starting,
    /// The shopper can pay.
    Open,
    /// The last try was declined. The shopper can try again.
    Declined,
    /// Money arrived.
    Paid,
    /// Ended without a known payment.
    Closed,
}

/// A payment attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The id that is sent to the provider.
    pub id: Uuid,
    /// The order that the money is for.
    pub order_id: Uuid,
    /// The order number.
    pub order_number: String,
    /// "razorpay" or "upi".
    pub provider: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The state.
    pub state: AttemptState,
    /// The provider's id. `None` until it answered.
    pub provider_reference: Option<String>,
    /// The URL of the provider's page.
    pub pay_url: Option<String>,
    /// The link that opens a UPI app.
    pub upi_link: Option<String>,
    /// The payment deadline of the order.
    pub due_at: OffsetDateTime,
    /// Why the last try was declined.
    pub decline: Option<String>,
    /// When the shopper reported a payment, for providers that cannot be asked.
    pub said_paid_at: Option<OffsetDateTime>,
    /// When the attempt was stored.
    pub started_at: OffsetDateTime,
    /// When the provider was last asked about the attempt.
    pub looked_at: Option<OffsetDateTime>,
}

impl AttemptState {
    const ALL: [Self; 5] = [
        Self::Starting,
        Self::Open,
        Self::Declined,
        Self::Paid,
        Self::Closed,
    ];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Open => "open",
            Self::Declined => "declined",
            Self::Paid => "paid",
            Self::Closed => "closed",
        }
    }

    /// The state with this name. Fails for an unknown name, which a newer version may have written.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of an attempt".into()))
    }

    /// True if the shopper can pay with the attempt, now or once the provider answers.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Starting | Self::Open | Self::Declined)
    }
}
