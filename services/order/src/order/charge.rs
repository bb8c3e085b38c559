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
