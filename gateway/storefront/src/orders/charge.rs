//! The charges of an order beside its lines, in the terms of the REST API.

use proto::order::v1::{self as contract, OrderCharge};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::money::Rupees;

/// A charge of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChargeView {
    /// The kind of charge.
    kind: ChargeKind,
    /// The name of the charge.
    label: String,
    /// In rupees.
    amount: Rupees,
}

/// The kind of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ChargeKind {
    /// Delivery.
    Delivery,
    /// Cash on delivery.
    CodFee,
    /// A kind that this version does not know.
    Other,
}

impl From<OrderCharge> for ChargeView {
    fn from(charge: OrderCharge) -> Self {
        Self {
            kind: match charge.kind() {
                contract::ChargeKind::Delivery => ChargeKind::Delivery,
                contract::ChargeKind::CodFee => ChargeKind::CodFee,
                contract::ChargeKind::Unspecified => ChargeKind::Other,
            },
            label: charge.label,
            amount: Rupees::from_paise(charge.amount_paise),
        }
    }
}
