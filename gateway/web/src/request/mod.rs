//! Extractors and checks that run before a handler.

pub mod csrf;
pub mod form_body;
pub mod idempotency_key;
pub mod json_body;
pub mod query;
pub(crate) mod request_body;
pub(crate) mod request_span;
pub mod token_cookie;
pub mod upload;
pub mod whole_number;
