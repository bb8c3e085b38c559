//! What is known of the shop.

use std::sync::{Arc, PoisonError, RwLock};

use time::Date;

/// What the shop says of itself, as far as services need it.
#[derive(Debug, Clone, PartialEq, Eq)]
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
