//! Packs that cannot be sold to others: what orders hold that nobody has confirmed, and what orders wait for.

pub(crate) mod orders;
pub(crate) mod oversold;
pub(crate) mod packs;
