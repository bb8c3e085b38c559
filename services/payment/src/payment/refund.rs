//! Money that goes back. Pure.

use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use uuid::{Builder, Uuid};

use crate::payment::manual_refund::ManualRefund;

/// Where a refund stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundState {
    /// It is decided, and the provider has not answered yet.
    Wanted,
    /// The provider has it.
    Pending,
    /// The money went back.
    Processed,
    /// The provider could not give it back.
    Failed,
}

/// Why money goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The order was cancelled before the money came.
    TooLate,
    /// The order was paid before.
    PaidTwice,
    /// The order was cancelled after it was paid.
    Cancelled,
    /// Packs came back.
    Returned,
    /// Another sum came than the order costs.
    WrongAmount,
    /// Somebody of the shop decided so.
    Goodwill,
}

/// Money that goes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// Our id of it, and the key under which the provider does it once.
    pub id: Uuid,
    /// The payment that it is of.
    pub payment_id: Uuid,
    /// The order that the payment was for.
    pub order_id: Uuid,
    /// In paise.
    pub amount_paise: i64,
    /// Why.
    pub reason: Reason,
    /// For colleagues.
    pub note: String,
    /// Who of the staff wants it; none when the shop decided by itself.
    pub staff_id: Option<Uuid>,
    /// Where it stands.
    pub state: RefundState,
    /// What the provider calls it; none until it answered.
    pub provider_refund_id: Option<String>,
    /// How somebody of the shop sent it; none until then, and when a provider sends it.
    pub manual: Option<ManualRefund>,
    /// Counts the changes of its state, from 1.
    pub version: i32,
    /// When it was decided.
    pub wanted_at: OffsetDateTime,
    /// When its state changed last.
    pub changed_at: OffsetDateTime,
}

impl RefundState {
    const ALL: [Self; 4] = [Self::Wanted, Self::Pending, Self::Processed, Self::Failed];

    /// As the database keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wanted => "wanted",
            Self::Pending => "pending",
            Self::Processed => "processed",
            Self::Failed => "failed",
        }
    }

    /// The state with this name; fails for a name that only a newer version writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of a refund".into()))
    }

    /// Whether the money is not there yet, and will be.
    pub fn is_on_its_way(self) -> bool {
        matches!(self, Self::Wanted | Self::Pending)
    }

    /// Whether a refund goes from here to there: forward, and never on from an end.
    pub fn leads_to(self, to: Self) -> bool {
        match self {
            Self::Wanted => to != Self::Wanted,
            Self::Pending => matches!(to, Self::Processed | Self::Failed),
            Self::Processed | Self::Failed => false,
        }
    }
}

impl Reason {
    const ALL: [Self; 6] = [
        Self::TooLate,
        Self::PaidTwice,
        Self::Cancelled,
        Self::Returned,
        Self::WrongAmount,
        Self::Goodwill,
    ];

    /// As the database keeps it.
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

    /// The reason with this name; fails for a name that only a newer version writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let reason = Self::ALL.into_iter().find(|reason| reason.as_str() == name);
        reason.ok_or_else(|| sqlx::Error::Decode("there is no such reason of a refund".into()))
    }

    /// Whether somebody of the staff may give it.
    pub fn is_of_staff(self) -> bool {
        matches!(self, Self::Returned | Self::WrongAmount | Self::Goodwill)
    }
}

/// The id of the refund that the shop decides by itself: the same for the same payment and reason, whoever decides it, and however
/// often. It is a UUID of version 8 from SHA-256, as appendix B.2 of RFC 9562 makes them.
pub fn id_of(payment_id: Uuid, reason: Reason) -> Uuid {
    let hashed = Sha256::new().chain_update(payment_id.as_bytes());
    first_half(hashed.chain_update(reason.as_str()))
}

/// The id of a refund that was made on the provider's page: the same for the same one.
pub fn id_of_adopted(provider: &str, provider_refund_id: &str) -> Uuid {
    let hashed = Sha256::new().chain_update(provider).chain_update("/");
    first_half(hashed.chain_update(provider_refund_id))
}

/// The id of what somebody sends by hand in the place of a refund that its provider could not send: the same for the same one.
pub fn id_in_the_place_of(failed: Uuid) -> Uuid {
    first_half(
        Sha256::new()
            .chain_update(failed.as_bytes())
            .chain_update("by hand"),
    )
}

/// The id of the refund of the rest, where less is left of a payment than a refund is: the same for the same one.
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

/// What of a payment may still go back, in paise: what came, without what went back or is on its way.
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
    fn what_the_shop_decides_twice_is_one_refund() {
        let [first, second] = [1, 2].map(Uuid::from_u128);
        assert_eq!(id_of(first, Reason::Cancelled), id_of(first, Reason::Cancelled));
        assert_ne!(id_of(first, Reason::Cancelled), id_of(first, Reason::TooLate));
        assert_ne!(id_of(first, Reason::Cancelled), id_of(second, Reason::Cancelled));
        assert_eq!(id_of(first, Reason::Cancelled).get_version_num(), 8);
        assert_eq!(id_in_the_place_of(first), id_in_the_place_of(first));
        assert_ne!(id_in_the_place_of(first), id_in_the_place_of(second));
    }
}
