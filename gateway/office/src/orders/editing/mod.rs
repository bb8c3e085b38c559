//! What staff write about an order, and correct in it before it is packed, or before it is handed over.

pub(crate) mod address;
pub(crate) mod notes;
pub(crate) mod payment_request;
pub(crate) mod quantities;
pub(crate) mod weight;
