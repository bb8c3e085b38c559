//! What a provider paid out. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::provider::SettlementState;

/// Whether a settlement is made of what is kept here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchState {
    /// Nobody looked yet.
    Waiting,
    /// It is, to the paisa, and it is told.
    Matched,
    /// It is not.
    Unmatched,
}

/// What a settlement comes to, in paise but for the counts: what came to the bank is gross - refunded - fee + other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Payments in it.
    pub payments: i32,
    /// Refunds in it.
    pub refunds: i32,
    /// What shoppers paid.
    pub gross_paise: i64,
    /// What went back to them.
    pub refunded_paise: i64,
    /// What the provider kept, tax included.
    pub fee_paise: i64,
    /// The tax in it.
    pub fee_tax_paise: i64,
    /// What the provider gave beside; below 0, what it took.
    pub other_paise: i64,
}

/// What a provider paid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// Ours.
    pub id: Uuid,
    /// "razorpay".
    pub provider: String,
    /// What the provider calls it.
    pub provider_settlement_id: String,
    /// The number by which the bank knows it; empty before it has one.
    pub utr: String,
    /// What came to the bank, in paise.
    pub amount_paise: i64,
    /// Where it stands with the provider.
    pub provider_state: SettlementState,
    /// Whether it is made of what is kept here.
    pub state: MatchState,
    /// Why it is not, for staff.
    pub why: String,
    /// What it comes to; zeros before it is matched.
    pub sums: Sums,
    /// When the provider made it.
    pub settled_at: OffsetDateTime,
}

impl MatchState {
    const ALL: [Self; 3] = [Self::Waiting, Self::Matched, Self::Unmatched];

    /// As the database keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Matched => "matched",
            Self::Unmatched => "unmatched",
        }
    }

    /// The state with this name; fails for a name that only a newer version writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of a settlement".into()))
    }
}

/// A provider's state, as the database keeps it.
pub fn provider_state(state: SettlementState) -> &'static str {
    match state {
        SettlementState::Created => "created",
        SettlementState::Processed => "processed",
        SettlementState::Failed => "failed",
    }
}

/// The provider's state with this name; fails for a name that only a newer version writes.
pub fn provider_state_named(name: &str) -> sqlx::Result<SettlementState> {
    let all = [
        SettlementState::Created,
        SettlementState::Processed,
        SettlementState::Failed,
    ];
    let state = all.into_iter().find(|state| provider_state(*state) == name);
    state.ok_or_else(|| sqlx::Error::Decode("a provider has no such state of a settlement".into()))
}
