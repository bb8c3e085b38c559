//! The gRPC API of the service.

pub(crate) mod api;
pub(crate) mod messages;
pub(crate) mod profile_grpc;
pub(crate) mod shopper_grpc;
pub(crate) mod staff_directory_grpc;
pub(crate) mod staff_grpc;
pub(crate) mod staff_messages;
