//! Packs that came back with orders, and what the shop makes of them.

pub(crate) mod resolution;
pub(crate) mod return_store;
