//! The gRPC API of the service, and the files between the contract and what is behind it.

pub(crate) mod api;
pub(crate) mod editing_api;
pub(crate) mod export_api;
pub(crate) mod messages;
pub(crate) mod office_grpc;
pub(crate) mod payment_messages;
pub(crate) mod placing_messages;
pub(crate) mod staff_id;
