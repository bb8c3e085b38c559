//! The shared parts of the shop's HTTP servers: a server with limits per client, the layers around a request,
//! and the formats of bodies, answers and errors. It knows no path of the shop.
//!
//! server (connections) → layers (around a request) → a server's own routes → answer and error.

pub mod answer;
pub mod backend;
pub mod connection;
pub mod fetched_files;
pub mod health;
pub mod layers;
pub mod order;
pub mod request;
pub mod server;
pub mod settings;

pub use answer::error::Error;
pub use answer::security_headers::{Hsts, InvalidHsts};
pub use connection::client_address::{DirectClient, TrustedProxies};
pub use connection::limits::{Limits, Times};
pub use request::request_span::IsTraced;
pub use settings::Settings;
