//! Documents: printed content, numbers and storage.

pub(crate) mod document_store;
pub(crate) mod facts;
pub(crate) mod kind;
pub(crate) mod number;
pub(crate) mod order_store;
pub(crate) mod rate_store;
