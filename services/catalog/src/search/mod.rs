//! What a shopper's words mean, among the products that the database finds for them.

pub(crate) mod fuse;
pub(crate) mod search_store;
pub(crate) mod words;
