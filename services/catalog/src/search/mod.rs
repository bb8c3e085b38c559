//! The product search: candidates from the database, then ranking.

pub(crate) mod fuse;
pub(crate) mod search_store;
pub(crate) mod words;
