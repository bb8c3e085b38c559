//! gRPC between programs: the server of every service, and the client with its replicas.

pub(crate) mod bytes_codec;
pub(crate) mod client;
pub(crate) mod deadline;
pub(crate) mod replicas;
pub(crate) mod server;
pub(crate) mod target;
