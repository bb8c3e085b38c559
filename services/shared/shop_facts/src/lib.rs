//! What the shop says of itself, for services that need it and do not keep it: the catalog is asked at the start and every few
//! seconds, and while it is away what it last said stands.

mod catalog;
mod known_shop;

use runtime::{Frame, Target};

pub use known_shop::{BankAccount, KnownShop, ShopFacts};

/// Asks the catalog what the shop says until the frame is told to stop. One call at a time, whoever waits for what it says.
pub fn follow(catalog_url: Target, frame: &Frame) -> KnownShop {
    let known = KnownShop::default();
    let catalog = catalog::Catalog::new(catalog_url, frame);
    frame.spawn("shop facts", catalog.follow(known.clone(), frame.stopping()));
    known
}
