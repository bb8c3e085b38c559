//! What the shop keeps of a shopper: to be read, and to be erased.

pub(crate) mod data_request;
pub(crate) mod data_requests;
pub(crate) mod erasure;
pub(crate) mod erasures;
pub(crate) mod own_part;
