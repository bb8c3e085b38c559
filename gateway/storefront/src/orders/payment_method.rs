//! How an order is paid, as REST calls it.

use proto::order::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentMethod {
    /// When the shop writes how.
    PayLater,
    /// In cash, to the carrier.
    CashOnDelivery,
}

/// What the order service is told of a shopper's choice.
pub(crate) fn to_contract(choice: Option<PaymentMethod>) -> contract::PaymentMethod {
    match choice {
        None => contract::PaymentMethod::Unspecified,
        Some(PaymentMethod::PayLater) => contract::PaymentMethod::PayLater,
        Some(PaymentMethod::CashOnDelivery) => contract::PaymentMethod::CashOnDelivery,
    }
}

/// An order without a payment method is paid later.
impl From<contract::PaymentMethod> for PaymentMethod {
    fn from(kept: contract::PaymentMethod) -> Self {
        match kept {
            contract::PaymentMethod::Unspecified | contract::PaymentMethod::PayLater => Self::PayLater,
            contract::PaymentMethod::CashOnDelivery => Self::CashOnDelivery,
        }
    }
}
