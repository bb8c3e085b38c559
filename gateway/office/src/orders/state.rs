//! Where an order stands, in the words of the shop's API.

use proto::order::v1::{self as contract, OrderStatus};
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer as _, value::StrDeserializer},
};
use utoipa::ToSchema;

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OrderState {
    /// The shopper ordered.
    Placed,
    /// The shop will deliver.
    Confirmed,
    /// The parcel is closed.
    Packed,
    /// The carrier has it.
    Shipped,
    /// The shopper has it.
    Delivered,
    /// The shopper wants to send it back.
    ReturnRequested,
    /// The shop has said where the shopper sends it.
    ReturnAccepted,
    /// The shop has it back from the shopper, and has looked at it.
    Returned,
    /// It never left.
    Cancelled,
    /// The carrier brought it back.
    CameBack,
    /// The carrier cannot say where it is.
    Lost,
}

impl OrderState {
    /// The state that this word is for.
    pub(crate) fn read(word: &str) -> Option<Self> {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        Self::deserialize(word).ok()
    }
}

impl From<OrderStatus> for OrderState {
    fn from(status: OrderStatus) -> Self {
        match status {
            // A newer order service sent a state that this version does not know: what is sure is that the order was placed.
            OrderStatus::Unspecified | OrderStatus::Placed => Self::Placed,
            OrderStatus::Confirmed => Self::Confirmed,
            OrderStatus::Packed => Self::Packed,
            OrderStatus::Shipped => Self::Shipped,
            OrderStatus::Delivered => Self::Delivered,
            OrderStatus::ReturnRequested => Self::ReturnRequested,
            OrderStatus::ReturnAccepted => Self::ReturnAccepted,
            OrderStatus::Returned => Self::Returned,
            OrderStatus::Cancelled => Self::Cancelled,
            OrderStatus::CameBack => Self::CameBack,
            OrderStatus::Lost => Self::Lost,
        }
    }
}

impl From<OrderState> for OrderStatus {
    fn from(state: OrderState) -> Self {
        match state {
            OrderState::Placed => Self::Placed,
            OrderState::Confirmed => Self::Confirmed,
            OrderState::Packed => Self::Packed,
            OrderState::Shipped => Self::Shipped,
            OrderState::Delivered => Self::Delivered,
            OrderState::ReturnRequested => Self::ReturnRequested,
            OrderState::ReturnAccepted => Self::ReturnAccepted,
            OrderState::Returned => Self::Returned,
            OrderState::Cancelled => Self::Cancelled,
            OrderState::CameBack => Self::CameBack,
            OrderState::Lost => Self::Lost,
        }
    }
}

/// Whether an order is paid.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentStatus {
    /// The money is not there yet.
    Pending,
    /// The money is there.
    Paid,
    /// Another sum came than the order costs: somebody looks at it, and nothing is sent before.
    Held,
    /// All of the money went back.
    Refunded,
    /// A part of the money went back.
    PartlyRefunded,
}

impl From<contract::PaymentStatus> for PaymentStatus {
    fn from(told: contract::PaymentStatus) -> Self {
        match told {
            contract::PaymentStatus::Unspecified | contract::PaymentStatus::Pending => Self::Pending,
            contract::PaymentStatus::Paid => Self::Paid,
            contract::PaymentStatus::Held => Self::Held,
            contract::PaymentStatus::Refunded => Self::Refunded,
            contract::PaymentStatus::PartlyRefunded => Self::PartlyRefunded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_word_and_comes_back_from_it() {
        for number in 1..=11 {
            let status = OrderStatus::try_from(number).unwrap();
            let state = OrderState::from(status);
            let word = serde_json::to_value(state).unwrap();
            assert_eq!(OrderState::read(word.as_str().unwrap()), Some(state));
            assert_eq!(OrderStatus::from(state), status);
        }
        assert!(OrderStatus::try_from(12).is_err(), "the test knows all of them");
        assert_eq!(OrderState::read("CameBack"), None);
    }
}
