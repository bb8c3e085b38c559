//! The gRPC API of the service.

pub(crate) mod alerts_grpc;
pub(crate) mod api;
pub(crate) mod ledger_grpc;
pub(crate) mod levels_grpc;
pub(crate) mod messages;
pub(crate) mod returns_grpc;
