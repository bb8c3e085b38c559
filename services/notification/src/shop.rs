//! Who the shop is, as mails name it.

use mail::{Address, Signature};
use shop_facts::KnownShop;

use crate::content::pay_to::PayTo;

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
    /// Where shoppers pay to who pay later; none while nobody said so.
    pub(crate) pay_to: Option<PayTo>,
}

impl MailShop {
    pub(crate) fn new(known: KnownShop, address: Address, name: String) -> Self {
        let set = Shop {
            address,
            name,
            signature: None,
            pay_to: None,
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
            signature: Some(Signature {
                name: said.name.clone(),
                lines: said.signature_lines(),
            }),
            pay_to: PayTo::of(&said),
        }
    }
}
