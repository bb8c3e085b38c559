//! Disputes (chargebacks) of payments. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// The state of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisputeState {
    /// The shop can respond.
    Open,
    /// The bank reviews the shop's response.
    UnderReview,
    /// The money stays with the shop.
    Won,
    /// The bank took the money back.
    Lost,
    /// Ended in another way. The money stays with the shop.
    Closed,
}

/// A dispute of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The dispute's id.
    pub id: Uuid,
    /// The provider's id.
    pub provider_dispute_id: String,
    /// The disputed payment.
    pub payment_id: Uuid,
    /// The order that the payment was for.
    pub order_id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The state.
    pub state: DisputeState,
    /// The deadline for the shop's response.
    pub respond_by: Option<OffsetDateTime>,
    /// When it was opened.
    pub opened_at: OffsetDateTime,
    /// Number of the change, from 1.
    pub version: i32,
}

/// Summary of a payment's disputes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DisputeSummary {
    /// True if a dispute is open.
    pub is_open: bool,
    /// The amount that the bank took back, in paise.
    pub lost_paise: i64,
}

impl DisputeState {
    const ALL: [Self; 5] = [Self::Open, Self::UnderReview, Self::Won, Self::Lost, Self::Closed];

    /// The word in the database, in events and at Razorpay.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::UnderReview => "under_review",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Closed => "closed",
        }
    }

    /// The state with this name. `None` for a name that only a newer version knows.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }
}
