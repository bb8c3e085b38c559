//! The known shop profile.

use std::sync::{Arc, PoisonError, RwLock};

use time::Date;

/// The shop profile, with the fields that services need.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShopFacts {
    /// The shop's name.
    pub name: String,
    /// The legal name of the seller.
    pub legal_name: String,
    /// The address, line by line.
    pub address_lines: Vec<String>,
    /// The phone number. May be empty.
    pub phone: String,
    /// The mail address. May be empty.
    pub email: String,
    /// Days without packing and shipping, besides Sundays.
    pub holidays: Vec<Date>,
    /// The default delivery charge, in paise. Pincodes may have their own.
    pub delivery_paise: i64,
    /// The default COD fee, in paise.
    pub cod_fee_paise: i64,
    /// The highest goods total for COD, in paise. 0 for no limit.
    pub cod_limit_paise: i64,
    /// True if staff must approve reviews before they are shown.
    pub holds_reviews: bool,
    /// The UPI id for shoppers who pay later. May be empty.
    pub upi_id: String,
    /// The bank account for shoppers who pay later.
    pub bank_account: Option<BankAccount>,
}

/// A bank account in India.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccount {
    /// The account holder.
    pub holder: String,
    /// The account number.
    pub number: String,
    /// The branch's IFSC.
    pub ifsc: String,
}

impl ShopFacts {
    /// The lines below the shop's name in a signature: legal name, address and contact.
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

/// Groups a phone number's digits for reading.
fn grouped(number: &str) -> String {
    let digits = number.strip_prefix("+91");
    let halves = digits.and_then(|digits| digits.split_at_checked(5));
    halves.map_or_else(|| number.to_owned(), |(head, tail)| format!("+91 {head} {tail}"))
}

/// The latest shop profile from the catalog. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct KnownShop(Arc<RwLock<Option<Arc<ShopFacts>>>>);

impl KnownShop {
    /// The shop profile. `None` until the first fetch, and for the sample profile; then the operator's
    /// settings apply.
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
