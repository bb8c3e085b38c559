//! The states of an order and its payment, in the terms of the REST API.

use proto::order::v1::{self as contract, OrderStatus};
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer as _, value::StrDeserializer},
};
use utoipa::ToSchema;

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderState {
    /// The shopper placed the order.
    Placed,
    /// The shop confirmed the order.
    Confirmed,
    /// The parcel is closed.
    Packed,
    /// The carrier has the parcel.
    Shipped,
    /// The shopper has the parcel.
    Delivered,
    /// The shopper asked to return packs.
    ReturnRequested,
    /// The shop accepted the return and named the address for it.
    ReturnAccepted,
    /// The shop received the returned packs and inspected them.
    Returned,
    /// The order was cancelled before it was shipped.
    Cancelled,
    /// The carrier brought the parcel back (RTO).
    ReturnedToOrigin,
    /// The carrier lost the parcel.
    Lost,
}

impl OrderState {
    /// Parses the name of a state.
    pub fn parse(word: &str) -> Option<Self> {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        Self::deserialize(word).ok()
    }
}

impl From<OrderStatus> for OrderState {
    fn from(status: OrderStatus) -> Self {
        match status {
            // An unknown state, from a newer order service, counts as placed.
            OrderStatus::Unspecified | OrderStatus::Placed => Self::Placed,
            OrderStatus::Confirmed => Self::Confirmed,
            OrderStatus::Packed => Self::Packed,
            OrderStatus::Shipped => Self::Shipped,
            OrderStatus::Delivered => Self::Delivered,
            OrderStatus::ReturnRequested => Self::ReturnRequested,
            OrderStatus::ReturnAccepted => Self::ReturnAccepted,
            OrderStatus::Returned => Self::Returned,
            OrderStatus::Cancelled => Self::Cancelled,
            OrderStatus::ReturnedToOrigin => Self::ReturnedToOrigin,
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
            OrderState::ReturnedToOrigin => Self::ReturnedToOrigin,
            OrderState::Lost => Self::Lost,
        }
    }
}

/// The payment status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// No payment yet.
    Pending,
    /// Paid.
    Paid,
    /// Paid with a wrong amount. The order is not shipped until staff resolve it.
    Held,
    /// Fully refunded.
    Refunded,
    /// Partly refunded.
    PartlyRefunded,
}

/// An unknown status, from a newer order service, does not count as paid.
impl From<contract::PaymentStatus> for PaymentStatus {
    fn from(value: contract::PaymentStatus) -> Self {
        match value {
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
            assert_eq!(OrderState::parse(word.as_str().unwrap()), Some(state));
            assert_eq!(OrderStatus::from(state), status);
        }
        assert!(OrderStatus::try_from(12).is_err(), "the test knows all of them");
        assert_eq!(OrderState::parse("ReturnedToOrigin"), None);
    }
}
