//! Charges of an order besides its lines. Pure functions.

use runtime::status::{Rule, Violation};
use serde::{Deserialize, Serialize};

use crate::order::payment_method::PaymentMethod;

/// The kind of a charge. An order has at most one charge of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeKind {
    /// Delivery.
    Delivery,
    /// Cash on delivery.
    CodFee,
}

impl ChargeKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Delivery, Self::CodFee];

    /// Returns the label that the shopper reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Delivery => "Delivery",
            Self::CodFee => "Cash on delivery",
        }
    }
}

/// A charge of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// The kind.
    pub kind: ChargeKind,
    /// The label that the shopper reads.
    pub label: String,
    /// The amount, in paise, more than 0.
    pub amount_paise: i64,
}

/// The highest price of goods for COD. A refused COD parcel costs the shop both ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashBound(Option<i64>);

impl CashBound {
    /// Creates a limit in paise. 0 for no limit.
    pub fn from_paise(paise: i64) -> Self {
        Self((paise > 0).then_some(paise))
    }

    /// Returns the limit in paise. `None` for no limit.
    pub fn paise(self) -> Option<i64> {
        self.0
    }

    /// Fails if a COD order has goods above the limit.
    pub fn check(self, method: Option<PaymentMethod>, goods_paise: i64) -> Result<(), Violation> {
        let is_cash = method == Some(PaymentMethod::CashOnDelivery);
        match self.0 {
            Some(bound) if is_cash && goods_paise > bound => {
                let rupees = bound / 100;
                let words = format!(
                    "Cash on delivery is for goods of up to ₹{rupees}. Please choose to pay later, or order less."
                );
                Err(Violation::new("payment_method", Rule::NotOffered.says(words)))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cash_is_taken_up_to_a_bound_and_for_nothing_above_it() {
        use PaymentMethod::{CashOnDelivery, PayLater};
        let bound = CashBound::from_paise(1_000_000);
        for (bound, method, goods, is_taken) in [
            (bound, Some(CashOnDelivery), 1_000_000, true),
            (bound, Some(CashOnDelivery), 1_000_001, false),
            (bound, Some(PayLater), 1_000_001, true),
            (bound, None, 1_000_001, true),
            (CashBound::from_paise(0), Some(CashOnDelivery), i64::MAX, true),
        ] {
            assert_eq!(bound.check(method, goods).is_ok(), is_taken, "{method:?} {goods}");
        }
        let refused = bound.check(Some(CashOnDelivery), 1_000_001);
        let refused = refused.expect_err("it is too much");
        let words = refused.broken.message();
        assert!(words.contains("up to ₹10000"), "{words}");
    }
}
