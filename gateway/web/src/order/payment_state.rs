//! The state of an order's payment, in the terms of the REST API.

use proto::payment::v1 as contract;
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer as _, value::StrDeserializer},
};
use utoipa::ToSchema;

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentState {
    /// The last attempt is over, and the shopper can begin another.
    NotStarted,
    /// The shopper has a payment request.
    Open,
    /// The last attempt was declined; the shopper can try again.
    Declined,
    /// Money came, or the shopper says so, and the order has not taken it yet.
    Confirming,
    /// The payment paid the order.
    Paid,
    /// A wrong amount came.
    Held,
    /// No money came before the deadline or the cancellation of the order.
    Expired,
    /// A refund is on its way.
    Refunding,
    /// Fully refunded.
    Refunded,
    /// Partly refunded.
    PartlyRefunded,
}

impl PaymentState {
    /// Parses the name of a state.
    pub fn parse(word: &str) -> Option<Self> {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        Self::deserialize(word).ok()
    }
}

impl From<contract::PaymentState> for PaymentState {
    fn from(state: contract::PaymentState) -> Self {
        match state {
            // An unknown state, from a newer payment service, counts as confirming because nothing is sure
            // about the money.
            contract::PaymentState::Unspecified | contract::PaymentState::Confirming => Self::Confirming,
            contract::PaymentState::NotStarted => Self::NotStarted,
            contract::PaymentState::Open => Self::Open,
            contract::PaymentState::Declined => Self::Declined,
            contract::PaymentState::Paid => Self::Paid,
            contract::PaymentState::Held => Self::Held,
            contract::PaymentState::Expired => Self::Expired,
            contract::PaymentState::Refunding => Self::Refunding,
            contract::PaymentState::Refunded => Self::Refunded,
            contract::PaymentState::PartlyRefunded => Self::PartlyRefunded,
        }
    }
}

impl From<PaymentState> for contract::PaymentState {
    fn from(state: PaymentState) -> Self {
        match state {
            PaymentState::NotStarted => Self::NotStarted,
            PaymentState::Open => Self::Open,
            PaymentState::Declined => Self::Declined,
            PaymentState::Confirming => Self::Confirming,
            PaymentState::Paid => Self::Paid,
            PaymentState::Held => Self::Held,
            PaymentState::Expired => Self::Expired,
            PaymentState::Refunding => Self::Refunding,
            PaymentState::Refunded => Self::Refunded,
            PaymentState::PartlyRefunded => Self::PartlyRefunded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_word_and_comes_back_from_it() {
        for number in 1..=10 {
            let message = contract::PaymentState::try_from(number).unwrap();
            let state = PaymentState::from(message);
            let word = serde_json::to_value(state).unwrap();
            assert_eq!(PaymentState::parse(word.as_str().unwrap()), Some(state));
            assert_eq!(contract::PaymentState::from(state), message);
        }
        assert!(
            contract::PaymentState::try_from(11).is_err(),
            "the test knows all of them"
        );
        assert_eq!(PaymentState::parse("PartlyRefunded"), None);
    }
}
