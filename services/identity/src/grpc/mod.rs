//! The gRPC API of the service.

pub(crate) mod api;
pub(crate) mod messages;
pub(crate) mod profile_grpc;
