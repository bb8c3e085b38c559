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
    /// At once, by UPI or card.
    Online,
}

/// What the order service is told of a shopper's choice.
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
    fn from(kept: contract::PaymentMethod) -> Self {
        match kept {
            contract::PaymentMethod::Unspecified | contract::PaymentMethod::PayLater => Self::PayLater,
            contract::PaymentMethod::CashOnDelivery => Self::CashOnDelivery,
            contract::PaymentMethod::Online => Self::Online,
        }
    }
}

/// Whether an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PaymentStatus {
    /// The money is not there yet.
    Pending,
    /// The money is there.
    Paid,
    /// Another sum came than it costs: the shop looks at it.
    Held,
    /// All of the money went back.
    Refunded,
    /// A part of the money went back.
    PartlyRefunded,
}

/// What a newer order service may say beside it is not sure to be money.
impl From<contract::PaymentStatus> for PaymentStatus {
    fn from(kept: contract::PaymentStatus) -> Self {
        match kept {
            contract::PaymentStatus::Unspecified | contract::PaymentStatus::Pending => Self::Pending,
            contract::PaymentStatus::Paid => Self::Paid,
            contract::PaymentStatus::Held => Self::Held,
            contract::PaymentStatus::Refunded => Self::Refunded,
            contract::PaymentStatus::PartlyRefunded => Self::PartlyRefunded,
        }
    }
}
