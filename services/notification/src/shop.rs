//! The shop's identity in mails.

use mail::{Address, Signature};
use shop_facts::KnownShop;

use crate::content::pay_to::PayTo;

/// The current identity of the shop: the owner's shop profile takes precedence over the operator's settings.
#[derive(Debug, Clone)]
pub(crate) struct MailShop {
    known: KnownShop,
    /// The operator's settings.
    set: Shop,
}

/// The shop's identity.
#[derive(Debug, Clone)]
pub(crate) struct Shop {
    /// The shop's email address: receives notices of orders and messages, and replies to mails.
    pub(crate) address: Address,
    /// The shop's name.
    pub(crate) name: String,
    /// The signature of mails; `None` until the shop profile is known.
    pub(crate) signature: Option<Signature>,
    /// Payment details for pay-later orders; `None` if the shop has set none.
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

    /// The current identity.
    pub(crate) fn current(&self) -> Shop {
        let Some(said) = self.known.get() else {
            return self.set.clone();
        };
        Shop {
            // A profile may have only a phone number, but the shop still needs its mails.
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
