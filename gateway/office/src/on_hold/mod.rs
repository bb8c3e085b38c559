//! Packs reserved by unconfirmed orders, and packs that orders wait for.

pub(crate) mod orders;
pub(crate) mod oversold;
pub(crate) mod packs;
