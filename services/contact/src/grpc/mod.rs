//! The gRPC API of the service: requests become messages and work on tickets.

pub(crate) mod api;
mod messages;
pub(crate) mod tickets_grpc;
