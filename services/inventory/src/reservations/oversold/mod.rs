//! Oversold packs: the orders that wait for them, and how they are served.

pub(crate) mod backorder_store;
pub(crate) mod gauge;
pub(crate) mod oversold_store;
