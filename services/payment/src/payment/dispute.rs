//! Payments that a shopper's bank takes back, or wants to. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// Where a dispute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeState {
    /// The shop may answer.
    Open,
    /// The bank looks at the answer.
    UnderReview,
    /// The money stays with the shop.
    Won,
    /// The bank took the money back.
    Lost,
    /// It is over otherwise, and the money stays.
    Closed,
}

/// A dispute of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Our id of it.
    pub id: Uuid,
    /// The provider's.
    pub provider_dispute_id: String,
    /// The payment.
    pub payment_id: Uuid,
    /// The order that the payment was for.
    pub order_id: Uuid,
    /// In paise.
    pub amount_paise: i64,
    /// Where it stands.
    pub state: DisputeState,
    /// Until when the shop may answer.
    pub respond_by: Option<OffsetDateTime>,
    /// When it was opened.
    pub opened_at: OffsetDateTime,
    /// Counts its changes, from 1.
    pub version: i32,
}

/// The disputes of a payment, together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Disputed {
    /// Whether one is not over.
    pub is_open: bool,
    /// The sum that the bank took back, in paise.
    pub lost_paise: i64,
}

impl DisputeState {
    const ALL: [Self; 5] = [Self::Open, Self::UnderReview, Self::Won, Self::Lost, Self::Closed];

    /// As the database, events and Razorpay call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::UnderReview => "under_review",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Closed => "closed",
        }
    }

    /// The state with this name; none for a name that only a newer version knows.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }
}
