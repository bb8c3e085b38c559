//! What a document is: all that is printed on it, its number, and how it is kept.

pub(crate) mod document_store;
pub(crate) mod facts;
pub(crate) mod kind;
pub(crate) mod number;
pub(crate) mod order_store;
pub(crate) mod rate_store;
