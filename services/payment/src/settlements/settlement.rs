//! Payouts of a provider. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::provider::SettlementState;

/// The match state of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchState {
    /// Not matched yet.
    Waiting,
    /// Matched to the paisa, and published.
    Matched,
    /// Does not match.
    Unmatched,
}

/// The sums of a payout, in paise apart from the counts. Payout = gross - refunded - fee + other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SettlementSums {
    /// The number of payments.
    pub payments: i32,
    /// The number of refunds.
    pub refunds: i32,
    /// The payments.
    pub gross_paise: i64,
    /// The refunds.
    pub refunded_paise: i64,
    /// The provider's fees with tax.
    pub fee_paise: i64,
    /// The tax in the fees.
    pub fee_tax_paise: i64,
    /// Other credits. Negative for debits.
    pub other_paise: i64,
}

/// A payout of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The id.
    pub id: Uuid,
    /// "razorpay".
    pub provider: String,
    /// The provider's id.
    pub provider_settlement_id: String,
    /// The bank's reference number. Empty until there is one.
    pub utr: String,
    /// The amount that the bank received, in paise.
    pub amount_paise: i64,
    /// The state at the provider.
    pub provider_state: SettlementState,
    /// The match state.
    pub state: MatchState,
    /// Why it does not match, for staff.
    pub why: String,
    /// The sums. 0 until it is matched.
    pub sums: SettlementSums,
    /// When the provider created it.
    pub settled_at: OffsetDateTime,
}

impl MatchState {
    const ALL: [Self; 3] = [Self::Waiting, Self::Matched, Self::Unmatched];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Matched => "matched",
            Self::Unmatched => "unmatched",
        }
    }

    /// The state with this name. Fails for an unknown name, which a newer version may have written.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of a settlement".into()))
    }
}

/// The word for a provider's state in the database.
pub fn provider_state(state: SettlementState) -> &'static str {
    match state {
        SettlementState::Created => "created",
        SettlementState::Processed => "processed",
        SettlementState::Failed => "failed",
    }
}

/// The provider's state with this name. Fails for an unknown name, which a newer version may have written.
pub fn provider_state_named(name: &str) -> sqlx::Result<SettlementState> {
    let all = [
        SettlementState::Created,
        SettlementState::Processed,
        SettlementState::Failed,
    ];
    let state = all.into_iter().find(|state| provider_state(*state) == name);
    state.ok_or_else(|| sqlx::Error::Decode("a provider has no such state of a settlement".into()))
}
