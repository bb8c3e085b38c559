//! Purchases of accounts, which verify reviews.

pub(crate) mod bought_pack;
pub(crate) mod orders;
pub(crate) mod pack_store;
