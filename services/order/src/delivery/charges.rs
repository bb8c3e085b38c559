//! Delivery charges and COD fees. Pure functions.

use runtime::status::{Rule, Violation};

use crate::{
    delivery::pincodes::DeliveryTerms,
    order::{
        charge::{Charge, ChargeKind},
        payment_method::PaymentMethod,
    },
};

/// Returns the charges of a payment method at a place, without zero amounts. Fails for COD where it is not
/// available.
pub fn charges(method: PaymentMethod, terms: DeliveryTerms) -> Result<Vec<Charge>, Violation> {
    let fee_paise = match (method, terms.cod_fee_paise) {
        (PaymentMethod::PayLater | PaymentMethod::Online, _) => 0,
        (PaymentMethod::CashOnDelivery, Some(fee_paise)) => fee_paise,
        (PaymentMethod::CashOnDelivery, None) => {
            let words = "Cash on delivery is not offered at this pincode. Please choose to pay later.";
            return Err(Violation::new("payment_method", Rule::NotOffered.says(words)));
        }
    };
    let charges = [
        (ChargeKind::Delivery, terms.delivery_paise),
        (ChargeKind::CodFee, fee_paise),
    ];
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
    ) -> Option<Vec<(ChargeKind, i64)>> {
        let terms = DeliveryTerms {
            delivery_paise,
            cod_fee_paise,
        };
        let charges = charges(method, terms).ok()?.into_iter();
        Some(charges.map(|charge| (charge.kind, charge.amount_paise)).collect())
    }

    #[test]
    fn a_way_to_pay_costs_what_the_place_says() {
        use PaymentMethod::{CashOnDelivery, Online, PayLater};
        let table = [
            (PayLater, 0, Some(5_000), Some(vec![])),
            (PayLater, 0, None, Some(vec![])),
            (
                PayLater,
                8_000,
                Some(5_000),
                Some(vec![(ChargeKind::Delivery, 8_000)]),
            ),
            (
                Online,
                8_000,
                Some(5_000),
                Some(vec![(ChargeKind::Delivery, 8_000)]),
            ),
            (Online, 0, None, Some(vec![])),
            (
                CashOnDelivery,
                0,
                Some(5_000),
                Some(vec![(ChargeKind::CodFee, 5_000)]),
            ),
            (
                CashOnDelivery,
                8_000,
                Some(5_000),
                Some(vec![(ChargeKind::Delivery, 8_000), (ChargeKind::CodFee, 5_000)]),
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
