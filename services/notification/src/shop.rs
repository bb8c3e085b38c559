//! Who the shop is, as mails name it.

use mail::{Address, Signature};
use shop_facts::{KnownShop, ShopFacts};

/// Who the shop is at any moment: what its owner says, above what its operator set.
#[derive(Debug, Clone)]
pub(crate) struct MailShop {
    known: KnownShop,
    /// As the operator set it.
    set: Shop,
}

/// Who the shop is.
#[derive(Debug, Clone)]
pub(crate) struct Shop {
    /// Its own address: told of orders and messages, and where shoppers' answers to mails go.
    pub(crate) address: Address,
    /// What it calls itself.
    pub(crate) name: String,
    /// Who signs its mails; none while nobody said who that is.
    pub(crate) signature: Option<Signature>,
}

impl MailShop {
    pub(crate) fn new(known: KnownShop, address: Address, name: String) -> Self {
        let set = Shop {
            address,
            name,
            signature: None,
        };
        Self { known, set }
    }

    /// Who it is at this moment.
    pub(crate) fn current(&self) -> Shop {
        let Some(said) = self.known.get() else {
            return self.set.clone();
        };
        Shop {
            // A shop may be reached by its phone alone, and needs its mails all the same.
            address: said.email.parse().unwrap_or_else(|_| self.set.address.clone()),
            name: said.name.clone(),
            signature: Some(signature(&said)),
        }
    }
}

fn signature(shop: &ShopFacts) -> Signature {
    let reached = [phone(&shop.phone), shop.email.clone()];
    let reached: Vec<_> = reached.into_iter().filter(|way| !way.is_empty()).collect();
    Signature {
        name: shop.name.clone(),
        lines: vec![
            shop.legal_name.clone(),
            shop.address_lines.join(", "),
            reached.join(" · "),
        ],
    }
}

/// A number in groups, as people read it.
fn phone(number: &str) -> String {
    let digits = number.strip_prefix("+91");
    let halves = digits.and_then(|digits| digits.split_at_checked(5));
    halves.map_or_else(|| number.to_owned(), |(head, tail)| format!("+91 {head} {tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_says_who_sells_where_and_how_to_reach_them() {
        let facts = ShopFacts {
            name: "Jadibuti".to_owned(),
            legal_name: "Jadibuti LLP".to_owned(),
            address_lines: vec!["7 Mill Road".to_owned(), "Surat 395002".to_owned()],
            phone: "+912612345678".to_owned(),
            email: "care@jadibuti.example".to_owned(),
            holidays: Vec::new(),
            delivery_paise: 0,
            cod_fee_paise: 0,
            cod_limit_paise: 0,
        };
        let reached = [
            "Jadibuti LLP",
            "7 Mill Road, Surat 395002",
            "+91 26123 45678 · care@jadibuti.example",
        ];
        assert_eq!(signature(&facts).lines, reached);
        let by_phone = ShopFacts {
            email: String::new(),
            ..facts
        };
        assert_eq!(signature(&by_phone).lines[2], "+91 26123 45678");
    }
}
