//! What staff write about an order, and correct in it before it is packed.

pub(crate) mod address;
pub(crate) mod notes;
pub(crate) mod quantities;
