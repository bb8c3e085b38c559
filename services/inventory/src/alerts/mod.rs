//! Shoppers who wait for a pack.

pub(crate) mod alert;
pub(crate) mod alert_store;
