//! Money that is asked for. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// Where asking for money stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptState {
    /// It is written down, and the provider has not answered yet, or its answer was lost.
    Starting,
    /// The shopper can pay.
    Open,
    /// The last try was declined, and the shopper can try again.
    Declined,
    /// Money came.
    Paid,
    /// It is over, and no money is known of.
    Closed,
}

/// Money that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What the provider knows it by.
    pub id: Uuid,
    /// The order that the money is for.
    pub order_id: Uuid,
    /// Its number.
    pub order_number: String,
    /// "razorpay" or "upi".
    pub provider: String,
    /// In paise.
    pub amount_paise: i64,
    /// Where it stands.
    pub state: AttemptState,
    /// What the provider calls it; none until it answered.
    pub provider_reference: Option<String>,
    /// The provider's page.
    pub pay_url: Option<String>,
    /// What opens a UPI app.
    pub upi_link: Option<String>,
    /// Until when the order can be paid.
    pub due_at: OffsetDateTime,
    /// Why the last try was declined.
    pub decline: Option<String>,
    /// When the shopper said that they paid, where no provider can be asked.
    pub said_paid_at: Option<OffsetDateTime>,
    /// When it was written down.
    pub started_at: OffsetDateTime,
    /// When the provider was asked last what became of it.
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

    /// As the database keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Open => "open",
            Self::Declined => "declined",
            Self::Paid => "paid",
            Self::Closed => "closed",
        }
    }

    /// The state with this name; fails for a name that only a newer version writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of an attempt".into()))
    }

    /// Whether the shopper can pay, or soon.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Starting | Self::Open | Self::Declined)
    }
}
