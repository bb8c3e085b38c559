//! Payment details of the shop for pay-later orders. Pure.

use shop_facts::{BankAccount, ShopFacts};

/// The shop's UPI id, bank account, or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PayTo {
    /// May be empty.
    upi_id: String,
    bank_account: Option<BankAccount>,
}

impl PayTo {
    /// The shop's payment details. `None` if it has neither.
    pub(crate) fn from_facts(shop: &ShopFacts) -> Option<Self> {
        let pay_to = Self {
            upi_id: shop.upi_id.clone(),
            bank_account: shop.bank_account.clone(),
        };
        (!pay_to.upi_id.is_empty() || pay_to.bank_account.is_some()).then_some(pay_to)
    }

    /// Payment instructions for a total in rupees, one way per line.
    pub(crate) fn words(&self, total: &str, order_number: &str) -> String {
        let mut lines = vec![format!("Please pay {total} and give {order_number} as the note:")];
        if !self.upi_id.is_empty() {
            lines.push(format!(
                "By UPI to {}. The page of your order has a QR code for it.",
                self.upi_id
            ));
        }
        if let Some(BankAccount { holder, number, ifsc }) = &self.bank_account {
            lines.push(format!(
                "By bank transfer to {holder}, account number {number}, IFSC {ifsc}."
            ));
        }
        lines.join("\n")
    }
}

/// A shop with both.
#[cfg(test)]
pub(crate) fn sample() -> PayTo {
    PayTo {
        upi_id: "vanmool@okaxis".to_owned(),
        bank_account: Some(BankAccount {
            holder: "Vanmool Herbals LLP".to_owned(),
            number: "123456789012".to_owned(),
            ifsc: "HDFC0000001".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_that_says_neither_has_nowhere_to_pay_to() {
        assert_eq!(PayTo::from_facts(&ShopFacts::default()), None);
        let said = ShopFacts {
            upi_id: "vanmool@okaxis".to_owned(),
            ..ShopFacts::default()
        };
        let words = PayTo::from_facts(&said).map(|pay_to| pay_to.words("₹822", "VM-261121-7K3QX"));
        assert_eq!(
            words.as_deref(),
            Some(
                "Please pay ₹822 and give VM-261121-7K3QX as the note:\n\
                 By UPI to vanmool@okaxis. The page of your order has a QR code for it."
            )
        );
    }
}
