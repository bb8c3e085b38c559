//! What is known of the shop.

use std::sync::{Arc, PoisonError, RwLock};

use time::Date;

/// What the shop says of itself, as far as services need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShopFacts {
    /// What it is called.
    pub name: String,
    /// Who sells, by law.
    pub legal_name: String,
    /// Where, line by line.
    pub address_lines: Vec<String>,
    /// Where calls are taken; may be empty.
    pub phone: String,
    /// Where mail is taken; may be empty.
    pub email: String,
    /// Days on which nothing is packed or sent, beside Sundays.
    pub holidays: Vec<Date>,
    /// What the way to a shopper costs where nothing else is decided for a pincode, in paise.
    pub delivery_paise: i64,
    /// What cash at the door costs where nothing else is decided, in paise.
    pub cod_fee_paise: i64,
    /// Up to which price of the goods cash is taken at the door, in paise; 0 for any.
    pub cod_limit_paise: i64,
    /// Whether every review is shown only once staff have read it.
    pub holds_reviews: bool,
    /// The UPI id to which shoppers pay who pay later; may be empty.
    pub upi_id: String,
    /// The bank account to which they pay.
    pub bank_account: Option<BankAccount>,
}

/// A bank account in India.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccount {
    /// Whose it is.
    pub holder: String,
    /// Its number.
    pub number: String,
    /// The branch's IFSC.
    pub ifsc: String,
}

impl ShopFacts {
    /// What stands below the shop's name where it signs: who it is by law, where, and how to reach it.
    pub fn signature_lines(&self) -> Vec<String> {
        let reached = [grouped(&self.phone), self.email.clone()];
        let reached: Vec<_> = reached.into_iter().filter(|way| !way.is_empty()).collect();
        vec![
            self.legal_name.clone(),
            self.address_lines.join(", "),
            reached.join(" · "),
        ]
    }
}

/// A number in groups, as people read it.
fn grouped(number: &str) -> String {
    let digits = number.strip_prefix("+91");
    let halves = digits.and_then(|digits| digits.split_at_checked(5));
    halves.map_or_else(|| number.to_owned(), |(head, tail)| format!("+91 {head} {tail}"))
}

/// What the catalog last said of the shop; clones share it.
#[derive(Debug, Clone, Default)]
pub struct KnownShop(Arc<RwLock<Option<Arc<ShopFacts>>>>);

impl KnownShop {
    /// What the owner has the shop say; none while the catalog was never reached, and none while it says samples: what the operator
    /// has set stands above them.
    pub fn get(&self) -> Option<Arc<ShopFacts>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set(&self, facts: Option<ShopFacts>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = facts.map(Arc::new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_says_who_sells_where_and_how_to_reach_them() {
        let facts = ShopFacts {
            legal_name: "Jadibuti LLP".to_owned(),
            address_lines: vec!["7 Mill Road".to_owned(), "Surat 395002".to_owned()],
            phone: "+912612345678".to_owned(),
            email: "care@jadibuti.example".to_owned(),
            ..ShopFacts::default()
        };
        let reached = [
            "Jadibuti LLP",
            "7 Mill Road, Surat 395002",
            "+91 26123 45678 · care@jadibuti.example",
        ];
        assert_eq!(facts.signature_lines(), reached);
        let by_phone = ShopFacts {
            email: String::new(),
            ..facts
        };
        assert_eq!(by_phone.signature_lines()[2], "+91 26123 45678");
    }
}
