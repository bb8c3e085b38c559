//! What an order costs beside its lines, as REST calls it.

use proto::order::v1::{self as contract, OrderCharge};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::money::Rupees;

/// A charge of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChargeView {
    /// What it is for.
    kind: ChargeKind,
    /// What it is for, in words.
    label: String,
    /// In rupees.
    amount: Rupees,
}

/// What a charge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ChargeKind {
    /// The way to the shopper.
    Delivery,
    /// Cash that the carrier collects.
    CodFee,
    /// What this version does not know yet.
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
