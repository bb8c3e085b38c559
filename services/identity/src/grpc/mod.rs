//! The gRPC API of the service.

pub(crate) mod api;
pub(crate) mod messages;
