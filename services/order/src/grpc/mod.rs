//! The gRPC API of the service, and the files between the contract and what is behind it.

pub(crate) mod api;
pub(crate) mod messages;
pub(crate) mod office_grpc;
pub(crate) mod payment_messages;
