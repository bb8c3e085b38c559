//! What an order costs beside its lines. Pure.

use runtime::status::{Rule, Violation};
use serde::{Deserialize, Serialize};

use crate::{delivery::pincodes::Terms, order::payment_method::PaymentMethod};

/// What a charge is for; an order has one of a kind at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The way to the shopper.
    Delivery,
    /// Cash that the carrier collects at the door.
    CodFee,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Delivery, Self::CodFee];

    /// As the shopper reads it.
    fn label(self) -> &'static str {
        match self {
            Self::Delivery => "Delivery",
            Self::CodFee => "Cash on delivery",
        }
    }
}

/// One charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// What it is for.
    pub kind: Kind,
    /// As the shopper reads it.
    pub label: String,
    /// In paise, more than 0.
    pub amount_paise: i64,
}

/// Up to which price of the goods cash is taken at the door: who does not open it has the shop pay both ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashBound(Option<i64>);

impl CashBound {
    /// The bound in rupees; 0 for none.
    pub fn of_rupees(rupees: u32) -> Self {
        Self((rupees > 0).then(|| i64::from(rupees) * 100))
    }

    /// In paise; none when any price will do.
    pub fn paise(self) -> Option<i64> {
        self.0
    }

    /// Refuses cash for goods that cost more.
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

/// What a way to pay costs at a place; what is free is no charge. Refuses cash where the carrier takes none.
pub fn of(method: PaymentMethod, terms: Terms) -> Result<Vec<Charge>, Violation> {
    let fee_paise = match (method, terms.cod_fee_paise) {
        (PaymentMethod::PayLater, _) => 0,
        (PaymentMethod::CashOnDelivery, Some(fee_paise)) => fee_paise,
        (PaymentMethod::CashOnDelivery, None) => {
            let words = "Cash on delivery is not offered at this pincode. Please choose to pay later.";
            return Err(Violation::new("payment_method", Rule::NotOffered.says(words)));
        }
    };
    let charges = [(Kind::Delivery, terms.delivery_paise), (Kind::CodFee, fee_paise)];
    let charges = charges.into_iter().filter(|(_, paise)| *paise > 0);
    Ok(charges
        .map(|(kind, amount_paise)| Charge {
            kind,
            label: kind.label().to_owned(),
            amount_paise,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(
        method: PaymentMethod,
        delivery_paise: i64,
        cod_fee_paise: Option<i64>,
    ) -> Option<Vec<(Kind, i64)>> {
        let terms = Terms {
            delivery_paise,
            cod_fee_paise,
        };
        let charges = of(method, terms).ok()?.into_iter();
        Some(charges.map(|charge| (charge.kind, charge.amount_paise)).collect())
    }

    #[test]
    fn cash_is_taken_up_to_a_bound_and_for_nothing_above_it() {
        use PaymentMethod::{CashOnDelivery, PayLater};
        let bound = CashBound::of_rupees(10_000);
        for (bound, method, goods, is_taken) in [
            (bound, Some(CashOnDelivery), 1_000_000, true),
            (bound, Some(CashOnDelivery), 1_000_001, false),
            (bound, Some(PayLater), 1_000_001, true),
            (bound, None, 1_000_001, true),
            (CashBound::of_rupees(0), Some(CashOnDelivery), i64::MAX, true),
        ] {
            assert_eq!(bound.check(method, goods).is_ok(), is_taken, "{method:?} {goods}");
        }
        let refused = bound.check(Some(CashOnDelivery), 1_000_001);
        let refused = refused.expect_err("it is too much");
        let words = refused.broken.message();
        assert!(words.contains("up to ₹10000"), "{words}");
    }

    #[test]
    fn a_way_to_pay_costs_what_the_place_says() {
        use PaymentMethod::{CashOnDelivery, PayLater};
        let table = [
            (PayLater, 0, Some(5_000), Some(vec![])),
            (PayLater, 0, None, Some(vec![])),
            (PayLater, 8_000, Some(5_000), Some(vec![(Kind::Delivery, 8_000)])),
            (CashOnDelivery, 0, Some(5_000), Some(vec![(Kind::CodFee, 5_000)])),
            (
                CashOnDelivery,
                8_000,
                Some(5_000),
                Some(vec![(Kind::Delivery, 8_000), (Kind::CodFee, 5_000)]),
            ),
            (CashOnDelivery, 0, Some(0), Some(vec![])),
            (CashOnDelivery, 0, None, None),
        ];
        for (method, delivery, fee, expected) in table {
            assert_eq!(
                costs(method, delivery, fee),
                expected,
                "{method:?} {delivery} {fee:?}"
            );
        }
    }
}
