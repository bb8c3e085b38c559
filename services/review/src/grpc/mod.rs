//! The gRPC API of the service, and the one file between the contract and what is behind it.

pub(crate) mod api;
pub(crate) mod messages;
mod rating_place;
