//! By which rules the shop delivers where nothing else is decided for a pincode.

use runtime::Frame;
use shop_facts::KnownShop;
use time::Date;

use crate::settings::Settings;

/// Cash that the carrier collects at the door, in paise, while the shop has not said what it costs (policy page).
const COD_FEE_PAISE: i64 = 5_000;

/// By which rules the shop delivers where nothing else is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRules {
    /// What the way costs, in paise.
    pub delivery_paise: i64,
    /// What cash at the door costs, in paise.
    pub cod_fee_paise: i64,
    /// Up to which price of the goods cash is taken at the door, in paise; 0 for any.
    pub cod_limit_paise: i64,
    /// Days on which nobody of the shop works, beside Sundays.
    pub holidays: Vec<Date>,
}

impl DeliveryRules {
    /// The rules of a shop that has not said any, whose operator set up to how many rupees cash is taken at the door; 0 for any price.
    pub fn unsaid(cod_up_to_rupees: u32) -> Self {
        Self {
            delivery_paise: 0,
            cod_fee_paise: COD_FEE_PAISE,
            cod_limit_paise: i64::from(cod_up_to_rupees) * 100,
            holidays: Vec::new(),
        }
    }
}

/// The rules as the owner changes them, without a restart.
#[derive(Debug, Clone)]
pub struct ShopRules {
    shop: KnownShop,
    /// The rules while it says nothing.
    unsaid: DeliveryRules,
}

impl ShopRules {
    /// The rules of the shop that the catalog knows, whose operator set up to how many rupees cash is taken at the door.
    pub fn follow(settings: &Settings, frame: &Frame) -> Self {
        let shop = shop_facts::follow(settings.catalog_url.clone(), frame);
        let unsaid = DeliveryRules::unsaid(settings.cod_up_to_rupees);
        Self { shop, unsaid }
    }

    /// The rules of this moment.
    pub fn current(&self) -> DeliveryRules {
        let Some(said) = self.shop.get() else {
            return self.unsaid.clone();
        };
        DeliveryRules {
            delivery_paise: said.delivery_paise,
            cod_fee_paise: said.cod_fee_paise,
            cod_limit_paise: said.cod_limit_paise,
            holidays: said.holidays.clone(),
        }
    }
}
