//! The shop's identity in mails.

use mail::{Address, Signature};
use shop_facts::KnownShop;

use crate::content::pay_to::PayTo;

/// The current identity of the shop: the owner's shop profile takes precedence over the operator's settings.
#[derive(Debug, Clone)]
pub(crate) struct ShopIdentity {
    profile: KnownShop,
    /// The operator's settings.
    configured: Shop,
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

impl ShopIdentity {
    pub(crate) fn new(profile: KnownShop, address: Address, name: String) -> Self {
        let configured = Shop {
            address,
            name,
            signature: None,
            pay_to: None,
        };
        Self { profile, configured }
    }

    /// The current identity.
    pub(crate) fn current(&self) -> Shop {
        let Some(shop_profile) = self.profile.get() else {
            return self.configured.clone();
        };
        Shop {
            // A profile may have only a phone number, but the shop still needs its mails.
            address: shop_profile
                .email
                .parse()
                .unwrap_or_else(|_| self.configured.address.clone()),
            name: shop_profile.name.clone(),
            signature: Some(Signature {
                name: shop_profile.name.clone(),
                lines: shop_profile.signature_lines(),
            }),
            pay_to: PayTo::from_facts(&shop_profile),
        }
    }
}
