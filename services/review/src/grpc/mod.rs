//! The gRPC API of the service, and the one file between the contract and what is behind it.

pub(crate) mod api;
pub(crate) mod messages;
pub(crate) mod moderation_api;
mod moderation_messages;
mod rating_place;
