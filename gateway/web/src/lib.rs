//! What every door to the web shares: a server that bounds what each client takes, the layers around a request, and
//! the shapes of bodies, answers and errors. It knows no path and no service of the shop.
//!
//! server (connections) → layers (what surrounds a request) → a door's own routes → answer and error.

pub mod answer;
pub mod backend;
pub mod client_address;
pub mod csrf;
pub mod encoded;
pub mod error;
pub mod field_error;
pub mod form_body;
pub mod json_body;
pub mod layers;
pub mod limits;
pub mod money;
pub mod openapi;
pub mod query;
pub mod rate_limit;
pub mod security_headers;
pub mod server;
pub mod settings;
pub mod static_files;
pub mod token_cookie;
pub mod whole_number;

mod activity;
mod connections;
mod hashed_files;
mod places;
mod request_body;
mod request_span;
mod unreadable_request;
mod watched_stream;

pub use client_address::{NotPassedOn, TrustedProxies};
pub use error::Error;
pub use limits::{Limits, Times};
pub use request_span::IsTraced;
pub use security_headers::{Hsts, NotHsts};
pub use settings::Settings;
