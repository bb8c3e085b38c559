//! How much of what all clients share one client may take: the networks that hold it, and places counted in each of them.

pub(crate) mod networks;
pub(crate) mod places;
