//! Packs that were sold and are not there: who waits for them, and how they come to their order.

pub(crate) mod gauge;
pub(crate) mod oversold_store;
pub(crate) mod waiting_store;
