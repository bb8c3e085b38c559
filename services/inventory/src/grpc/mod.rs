//! The gRPC API of the service.

pub(crate) mod alerts_grpc;
pub(crate) mod api;
pub(crate) mod changes_grpc;
pub(crate) mod files_grpc;
pub(crate) mod finalizing_grpc;
pub(crate) mod ledger_grpc;
pub(crate) mod levels_grpc;
pub(crate) mod messages;
pub(crate) mod oversold_grpc;
pub(crate) mod packing_grpc;
pub(crate) mod page_token;
pub(crate) mod recalls_grpc;
pub(crate) mod returns_grpc;
pub(crate) mod shipments_grpc;
