//! The shop's delivery rules, which apply where a pincode has none of its own.

use runtime::Frame;
use shop_facts::KnownShop;
use time::Date;

use crate::settings::Settings;

/// The default COD fee, in paise, from the policy page.
const COD_FEE_PAISE: i64 = 5_000;

/// The shop's delivery rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRules {
    /// The delivery charge, in paise.
    pub delivery_paise: i64,
    /// The COD fee, in paise.
    pub cod_fee_paise: i64,
    /// The highest price of goods for COD, in paise. 0 for no limit.
    pub cod_limit_paise: i64,
    /// The shop's holidays, besides Sundays.
    pub holidays: Vec<Date>,
}

impl DeliveryRules {
    /// Returns the rules of a shop without its own, with the operator's COD limit in rupees, 0 for no limit.
    pub fn defaults(cod_up_to_rupees: u32) -> Self {
        Self {
            delivery_paise: 0,
            cod_fee_paise: COD_FEE_PAISE,
            cod_limit_paise: i64::from(cod_up_to_rupees) * 100,
            holidays: Vec::new(),
        }
    }
}

/// The current rules of the shop. They follow the owner's changes without a restart.
#[derive(Debug, Clone)]
pub struct ShopRules {
    shop: KnownShop,
    /// The rules while the shop has none of its own.
    defaults: DeliveryRules,
}

impl ShopRules {
    /// Starts to follow the shop profile in the catalog. Until it is known, the operator's settings apply.
    pub fn follow(settings: &Settings, frame: &Frame) -> Self {
        let shop = shop_facts::follow(settings.catalog_url.clone(), frame);
        let defaults = DeliveryRules::defaults(settings.cod_up_to_rupees);
        Self { shop, defaults }
    }

    /// Returns the current rules.
    pub fn current(&self) -> DeliveryRules {
        let Some(profile) = self.shop.get() else {
            return self.defaults.clone();
        };
        DeliveryRules {
            delivery_paise: profile.delivery_paise,
            cod_fee_paise: profile.cod_fee_paise,
            cod_limit_paise: profile.cod_limit_paise,
            holidays: profile.holidays.clone(),
        }
    }
}
