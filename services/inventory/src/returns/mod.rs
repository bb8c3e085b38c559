//! Returned packs: back into stock, or written off.

pub(crate) mod resolution;
pub(crate) mod return_store;
