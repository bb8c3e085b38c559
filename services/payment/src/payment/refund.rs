//! Refunds. Pure.

use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use uuid::{Builder, Uuid};

use crate::payment::manual_refund::ManualRefund;

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundState {
    /// Requested. The provider has not answered yet.
    Requested,
    /// Accepted by the provider.
    Pending,
    /// The money went back.
    Processed,
    /// The provider could not refund the money.
    Failed,
}

/// The reason for a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundReason {
    /// The order was cancelled before the payment arrived.
    TooLate,
    /// The order was already paid.
    PaidTwice,
    /// Packs were returned.
    Cancelled,
    /// Packs came back.
    Returned,
    /// The amount differs from the order's total.
    WrongAmount,
    /// A decision of the shop's staff.
    Goodwill,
}

/// A refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// The refund's id, and the idempotency key at the provider.
    pub id: Uuid,
    /// The refunded payment.
    pub payment_id: Uuid,
    /// The order of the payment.
    pub order_id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: RefundReason,
    /// A note for staff.
    pub note: String,
    /// The staff member who requested it. `None` if the service decided.
    pub staff_id: Option<Uuid>,
    /// The state.
    pub state: RefundState,
    /// The provider's id. `None` until it answered.
    pub provider_refund_id: Option<String>,
    /// The record of a manual refund. `None` until it is sent, and if a provider sends it.
    pub manual: Option<ManualRefund>,
    /// Number of the state change, from 1.
    pub version: i32,
    /// When the refund was requested.
    pub wanted_at: OffsetDateTime,
    /// When the state last changed.
    pub changed_at: OffsetDateTime,
}

impl RefundState {
    const ALL: [Self; 4] = [Self::Requested, Self::Pending, Self::Processed, Self::Failed];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "wanted",
            Self::Pending => "pending",
            Self::Processed => "processed",
            Self::Failed => "failed",
        }
    }

    /// The state with this name. Fails for an unknown name, which a newer version may have written.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of a refund".into()))
    }

    /// True until the refund is processed or has failed.
    pub fn is_on_its_way(self) -> bool {
        matches!(self, Self::Requested | Self::Pending)
    }

    /// True if the transition is allowed: only forward, and none from a final state.
    pub fn leads_to(self, to: Self) -> bool {
        match self {
            Self::Requested => to != Self::Requested,
            Self::Pending => matches!(to, Self::Processed | Self::Failed),
            Self::Processed | Self::Failed => false,
        }
    }
}

impl RefundReason {
    const ALL: [Self; 6] = [
        Self::TooLate,
        Self::PaidTwice,
        Self::Cancelled,
        Self::Returned,
        Self::WrongAmount,
        Self::Goodwill,
    ];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TooLate => "too_late",
            Self::PaidTwice => "paid_twice",
            Self::Cancelled => "cancelled",
            Self::Returned => "returned",
            Self::WrongAmount => "wrong_amount",
            Self::Goodwill => "goodwill",
        }
    }

    /// The reason with this name. Fails for an unknown name, which a newer version may have written.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let reason = Self::ALL.into_iter().find(|reason| reason.as_str() == name);
        reason.ok_or_else(|| sqlx::Error::Decode("there is no such reason of a refund".into()))
    }

    /// True if staff may choose the reason.
    pub fn is_of_staff(self) -> bool {
        matches!(self, Self::Returned | Self::WrongAmount | Self::Goodwill)
    }
}

/// The id of a refund that the service decides: the same for the same payment and reason, so that it happens
/// once. A UUID of version 8 from SHA-256 (RFC 9562, appendix B.2).
pub fn id_of(payment_id: Uuid, reason: RefundReason) -> Uuid {
    let hashed = Sha256::new().chain_update(payment_id.as_bytes());
    first_half(hashed.chain_update(reason.as_str()))
}

/// The id of a refund that was made on the provider's page, derived from the provider's id.
pub fn id_of_imported(provider: &str, provider_refund_id: &str) -> Uuid {
    let hashed = Sha256::new().chain_update(provider).chain_update("/");
    first_half(hashed.chain_update(provider_refund_id))
}

/// The id of the manual refund that replaces a failed refund, derived from the failed one's id.
pub fn id_of_replacement(failed: Uuid) -> Uuid {
    first_half(
        Sha256::new()
            .chain_update(failed.as_bytes())
            .chain_update("by hand"),
    )
}

/// The id of a refund of the remaining amount, derived from the id of the refund that was too large.
pub fn id_of_rest(refund_id: Uuid) -> Uuid {
    first_half(
        Sha256::new()
            .chain_update(refund_id.as_bytes())
            .chain_update("rest"),
    )
}

fn first_half(hashed: Sha256) -> Uuid {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hashed.finalize()[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}

/// The amount that can still be refunded, in paise: the payment less all refunds that did not fail.
pub fn left_paise(amount_paise: i64, refunds: &[Refund]) -> i64 {
    let going = refunds
        .iter()
        .filter(|refund| refund.state != RefundState::Failed)
        .map(|refund| refund.amount_paise)
        .sum::<i64>();
    amount_paise - going
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refund_goes_forward_and_ends_once() {
        let states = RefundState::ALL;
        let ways = states
            .iter()
            .flat_map(|from| states.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| from.leads_to(*to))
            .map(|(from, to)| format!("{} {}", from.as_str(), to.as_str()));
        assert_eq!(
            ways.collect::<Vec<_>>(),
            [
                "wanted pending",
                "wanted processed",
                "wanted failed",
                "pending processed",
                "pending failed"
            ]
        );
    }

    #[test]
    fn the_same_decision_is_one_refund() {
        let [first, second] = [1, 2].map(Uuid::from_u128);
        assert_eq!(
            id_of(first, RefundReason::Cancelled),
            id_of(first, RefundReason::Cancelled)
        );
        assert_ne!(
            id_of(first, RefundReason::Cancelled),
            id_of(first, RefundReason::TooLate)
        );
        assert_ne!(
            id_of(first, RefundReason::Cancelled),
            id_of(second, RefundReason::Cancelled)
        );
        assert_eq!(id_of(first, RefundReason::Cancelled).get_version_num(), 8);
        assert_eq!(id_of_replacement(first), id_of_replacement(first));
        assert_ne!(id_of_replacement(first), id_of_replacement(second));
    }
}
