//! What accounts bought, which makes a review verified.

pub(crate) mod bought_pack;
pub(crate) mod orders;
pub(crate) mod pack_store;
