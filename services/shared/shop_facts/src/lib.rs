//! The shop profile, for services that do not store it. Fetched from the catalog at the start and every few
//! seconds. The last known profile stays while the catalog is down.

mod catalog;
mod known_shop;

use runtime::{Frame, Target};

pub use known_shop::{BankAccount, KnownShop, ShopFacts};

/// Polls the shop profile until the frame stops. Makes one call at a time, for all readers.
pub fn follow(catalog_url: Target, frame: &Frame) -> KnownShop {
    let known = KnownShop::default();
    let catalog = catalog::Catalog::new(catalog_url, frame);
    frame.spawn("shop facts", catalog.follow(known.clone(), frame.stopping()));
    known
}
