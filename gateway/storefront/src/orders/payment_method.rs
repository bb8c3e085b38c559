//! Payment methods of orders, in the terms of the REST API.

use proto::order::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A payment method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentMethod {
    /// The shopper pays after the shop has sent payment instructions.
    PayLater,
    /// Cash on delivery.
    CashOnDelivery,
    /// At once, by UPI or card.
    Online,
}

/// Converts the shopper's choice for the order service.
pub(crate) fn to_contract(choice: Option<PaymentMethod>) -> contract::PaymentMethod {
    match choice {
        None => contract::PaymentMethod::Unspecified,
        Some(PaymentMethod::PayLater) => contract::PaymentMethod::PayLater,
        Some(PaymentMethod::CashOnDelivery) => contract::PaymentMethod::CashOnDelivery,
        Some(PaymentMethod::Online) => contract::PaymentMethod::Online,
    }
}

/// An order without a payment method is paid later.
impl From<contract::PaymentMethod> for PaymentMethod {
    fn from(value: contract::PaymentMethod) -> Self {
        match value {
            contract::PaymentMethod::Unspecified | contract::PaymentMethod::PayLater => Self::PayLater,
            contract::PaymentMethod::CashOnDelivery => Self::CashOnDelivery,
            contract::PaymentMethod::Online => Self::Online,
        }
    }
}
