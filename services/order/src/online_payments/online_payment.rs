//! Payments through a provider, and the order's decision about them. Pure functions.

use runtime::status::{Rule, Violation, field};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;
use values::Line;

use crate::order::{order_status::Status, record::Order};

/// The maximum length of a reference, in characters.
const MAX_REFERENCE: usize = 60;

/// An unvalidated payment. [`OnlinePaymentDetails::validate`] turns it into a [`OnlinePayment`].
#[derive(Debug, Clone)]
pub struct OnlinePaymentDetails {
    /// The order's ID, a UUID.
    pub order_id: String,
    /// The payment's ID, a UUID.
    pub payment_id: String,
    /// The provider's ID of the payment.
    pub reference: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The time the money arrived, RFC 3339.
    pub captured_at: String,
}

/// A payment of an order through a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlinePayment {
    /// The order's id.
    pub order_id: Uuid,
    /// The payment's id.
    pub payment_id: Uuid,
    /// The provider's ID of the payment.
    pub reference: String,
    /// The amount, in paise, more than 0.
    pub amount_paise: i64,
    /// The time the money arrived.
    pub captured_at: OffsetDateTime,
}

/// The decision of an order about a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// The order is paid with it.
    Accepted,
    /// The amount is not the price of the order.
    WrongAmount,
    /// The order does not need a payment any more.
    TooLate,
    /// The order was already paid.
    PaidBefore,
}

impl PaymentOutcome {
    /// Every outcome.
    pub const ALL: [Self; 4] = [Self::Accepted, Self::WrongAmount, Self::TooLate, Self::PaidBefore];

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAmount => "wrong_amount",
            Self::TooLate => "too_late",
            Self::PaidBefore => "paid_before",
        }
    }

    /// Parses the outcome from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|outcome| outcome.as_str() == word)
    }
}

impl OnlinePaymentDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(&self) -> Result<OnlinePayment, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let id = |text: &str| Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"));
        let order_id = field("order_id", id(&self.order_id), all);
        let payment_id = field("payment_id", id(&self.payment_id), all);
        let reference = Line::<MAX_REFERENCE>::read(&self.reference).map_err(|broken| broken.of("Reference"));
        let reference = field("reference", reference.map(Line::into_string), all);
        let amount_paise = Some(self.amount_paise).filter(|paise| *paise > 0);
        let amount_paise = amount_paise.ok_or(Rule::Malformed.says("must be more than 0"));
        let amount_paise = field("amount_paise", amount_paise, all);
        let captured_at = OffsetDateTime::parse(&self.captured_at, &Rfc3339);
        let captured_at = captured_at.map_err(|_| Rule::Malformed.says("must be an RFC 3339 time"));
        let captured_at = field("captured_at", captured_at, all);
        let payment = (|| {
            Some(OnlinePayment {
                order_id: order_id?,
                payment_id: payment_id?,
                reference: reference?,
                amount_paise: amount_paise?,
                captured_at: captured_at?,
            })
        })();
        payment.ok_or(violations)
    }
}

impl OnlinePayment {
    /// Returns the decision of the order in its current state.
    pub fn outcome(&self, order: &Order) -> PaymentOutcome {
        match Status::parse(&order.status) {
            Some(Status::Cancelled) => PaymentOutcome::TooLate,
            _ if order.payment.is_some() => PaymentOutcome::PaidBefore,
            Some(Status::ReturnedToOrigin | Status::Returned | Status::Lost) => PaymentOutcome::TooLate,
            _ if self.amount_paise == order.total_paise => PaymentOutcome::Accepted,
            _ => PaymentOutcome::WrongAmount,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_wrong_with_a_settlement_is_said_at_once() {
        let nothing = OnlinePaymentDetails {
            order_id: String::new(),
            payment_id: "1".to_owned(),
            reference: "x".repeat(61),
            amount_paise: 0,
            captured_at: "yesterday".to_owned(),
        };
        let violations = nothing.validate().expect_err("nothing of it is right");
        let fields: Vec<_> = violations.iter().map(|wrong| wrong.field.as_ref()).collect();
        let every = [
            "order_id",
            "payment_id",
            "reference",
            "amount_paise",
            "captured_at",
        ];
        assert_eq!(fields, every);
    }

    #[test]
    fn every_outcome_has_a_word_of_its_own() {
        for outcome in PaymentOutcome::ALL {
            assert_eq!(PaymentOutcome::parse(outcome.as_str()), Some(outcome));
        }
    }
}
