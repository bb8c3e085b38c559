//! Unconfirmed orders.

pub(crate) mod orders;
