//! Where a payment and a refund stand, and why money goes back, in the words of the shop's API.

use proto::payment::v1::{PaymentState as Contract, RefundReason as Why, RefundState as Stands};
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer as _, value::StrDeserializer},
};
use utoipa::ToSchema;

/// Where a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentState {
    /// The last try is over, and another may begin.
    NotStarted,
    /// The shopper is asked for money.
    Open,
    /// The last try was declined; the shopper may try again.
    Declined,
    /// Money came, or the shopper says so, and it is being settled with the order.
    Confirming,
    /// It paid the order.
    Paid,
    /// Another sum came than the order costs.
    Held,
    /// No money came in time, or before the order was cancelled.
    Expired,
    /// Money goes back, and is not there yet.
    Refunding,
    /// All of the money went back.
    Refunded,
    /// A part of the money went back.
    PartlyRefunded,
}

/// Where a refund stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundState {
    /// It is decided, and the provider was not asked yet or has not answered.
    Wanted,
    /// The provider has it.
    Pending,
    /// The money went back.
    Processed,
    /// The provider could not give it back.
    Failed,
}

/// Why money goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundReason {
    /// The order was cancelled before the money came, or its time was over.
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
    /// What this version does not know yet.
    Other,
}

/// Why somebody of the staff sends money back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StaffReason {
    /// Packs came back.
    Returned,
    /// Another sum came than the order costs.
    WrongAmount,
    /// They decided so.
    Goodwill,
}

impl PaymentState {
    /// The state that this word is for.
    pub(crate) fn read(word: &str) -> Option<Self> {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        Self::deserialize(word).ok()
    }
}

impl From<Contract> for PaymentState {
    fn from(state: Contract) -> Self {
        match state {
            // A newer payment service sent a state that this version does not know: nothing is sure of the money, and that is said.
            Contract::Unspecified | Contract::Confirming => Self::Confirming,
            Contract::NotStarted => Self::NotStarted,
            Contract::Open => Self::Open,
            Contract::Declined => Self::Declined,
            Contract::Paid => Self::Paid,
            Contract::Held => Self::Held,
            Contract::Expired => Self::Expired,
            Contract::Refunding => Self::Refunding,
            Contract::Refunded => Self::Refunded,
            Contract::PartlyRefunded => Self::PartlyRefunded,
        }
    }
}

impl From<PaymentState> for Contract {
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

impl From<Stands> for RefundState {
    fn from(state: Stands) -> Self {
        match state {
            Stands::Unspecified | Stands::Wanted => Self::Wanted,
            Stands::Pending => Self::Pending,
            Stands::Processed => Self::Processed,
            Stands::Failed => Self::Failed,
        }
    }
}

impl From<Why> for RefundReason {
    fn from(why: Why) -> Self {
        match why {
            Why::Unspecified => Self::Other,
            Why::TooLate => Self::TooLate,
            Why::PaidTwice => Self::PaidTwice,
            Why::Cancelled => Self::Cancelled,
            Why::Returned => Self::Returned,
            Why::WrongAmount => Self::WrongAmount,
            Why::Goodwill => Self::Goodwill,
        }
    }
}

impl From<StaffReason> for Why {
    fn from(reason: StaffReason) -> Self {
        match reason {
            StaffReason::Returned => Self::Returned,
            StaffReason::WrongAmount => Self::WrongAmount,
            StaffReason::Goodwill => Self::Goodwill,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_word_and_comes_back_from_it() {
        for number in 1..=10 {
            let told = Contract::try_from(number).unwrap();
            let state = PaymentState::from(told);
            let word = serde_json::to_value(state).unwrap();
            assert_eq!(PaymentState::read(word.as_str().unwrap()), Some(state));
            assert_eq!(Contract::from(state), told);
        }
        assert!(Contract::try_from(11).is_err(), "the test knows all of them");
        assert_eq!(PaymentState::read("PartlyRefunded"), None);
    }
}
