//! The states of payments and refunds, and the reasons of refunds, in the terms of the REST API.

use proto::payment::v1::{
    PaymentState as ContractPaymentState, RefundReason as ContractRefundReason,
    RefundState as ContractRefundState,
};
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer as _, value::StrDeserializer},
};
use utoipa::ToSchema;

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentState {
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

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundState {
    /// Requested; the provider has not accepted it yet.
    Wanted,
    /// The provider accepted it.
    Pending,
    /// The money went back.
    Processed,
    /// The provider failed to send it.
    Failed,
}

/// The reason of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundReason {
    /// The order was cancelled or expired before the money came.
    TooLate,
    /// The order was already paid.
    PaidTwice,
    /// The order was cancelled after the payment.
    Cancelled,
    /// Packs were returned.
    Returned,
    /// A wrong amount came.
    WrongAmount,
    /// Goodwill of a staff member.
    Goodwill,
    /// A reason that this version does not know.
    Other,
}

/// The reason of a refund that a staff member starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StaffReason {
    /// Packs were returned.
    Returned,
    /// A wrong amount came.
    WrongAmount,
    /// Goodwill of the staff member.
    Goodwill,
}

impl PaymentState {
    /// Parses the name of a state.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        Self::deserialize(word).ok()
    }
}

impl From<ContractPaymentState> for PaymentState {
    fn from(state: ContractPaymentState) -> Self {
        match state {
            // An unknown state, from a newer payment service, counts as confirming because nothing is sure
            // about the money.
            ContractPaymentState::Unspecified | ContractPaymentState::Confirming => Self::Confirming,
            ContractPaymentState::NotStarted => Self::NotStarted,
            ContractPaymentState::Open => Self::Open,
            ContractPaymentState::Declined => Self::Declined,
            ContractPaymentState::Paid => Self::Paid,
            ContractPaymentState::Held => Self::Held,
            ContractPaymentState::Expired => Self::Expired,
            ContractPaymentState::Refunding => Self::Refunding,
            ContractPaymentState::Refunded => Self::Refunded,
            ContractPaymentState::PartlyRefunded => Self::PartlyRefunded,
        }
    }
}

impl From<PaymentState> for ContractPaymentState {
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

impl From<ContractRefundState> for RefundState {
    fn from(state: ContractRefundState) -> Self {
        match state {
            ContractRefundState::Unspecified | ContractRefundState::Wanted => Self::Wanted,
            ContractRefundState::Pending => Self::Pending,
            ContractRefundState::Processed => Self::Processed,
            ContractRefundState::Failed => Self::Failed,
        }
    }
}

impl From<ContractRefundReason> for RefundReason {
    fn from(why: ContractRefundReason) -> Self {
        match why {
            ContractRefundReason::Unspecified => Self::Other,
            ContractRefundReason::TooLate => Self::TooLate,
            ContractRefundReason::PaidTwice => Self::PaidTwice,
            ContractRefundReason::Cancelled => Self::Cancelled,
            ContractRefundReason::Returned => Self::Returned,
            ContractRefundReason::WrongAmount => Self::WrongAmount,
            ContractRefundReason::Goodwill => Self::Goodwill,
        }
    }
}

impl From<StaffReason> for ContractRefundReason {
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
            let message = ContractPaymentState::try_from(number).unwrap();
            let state = PaymentState::from(message);
            let word = serde_json::to_value(state).unwrap();
            assert_eq!(PaymentState::parse(word.as_str().unwrap()), Some(state));
            assert_eq!(ContractPaymentState::from(state), message);
        }
        assert!(
            ContractPaymentState::try_from(11).is_err(),
            "the test knows all of them"
        );
        assert_eq!(PaymentState::parse("PartlyRefunded"), None);
    }
}
