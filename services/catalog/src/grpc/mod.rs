//! The gRPC API of the catalog, and the files between the contract and what is behind it.

pub(crate) mod api;
pub(crate) mod bounded_page;
pub(crate) mod editing_api;
pub(crate) mod editing_messages;
pub(crate) mod messages;
pub(crate) mod photos;
