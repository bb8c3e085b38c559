//! gRPC between programs: the server behind every service, the client with its replicas, and what errors carry.

pub(crate) mod client;
pub(crate) mod replicas;
pub(crate) mod server;
/// What services write into a gRPC error and the gateway reads back.
pub mod status;
pub(crate) mod target;
