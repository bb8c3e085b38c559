//! The client of a connection, and its share of the server.

pub(crate) mod activity;
pub mod charges;
pub mod client_address;
pub(crate) mod connections;
pub mod limits;
pub mod rate_limit;
pub(crate) mod unreadable_request;
pub(crate) mod watched_stream;
