//! Parts of every API request: field names, refusals, and rate limits.

pub(crate) mod errors;
pub(crate) mod field_names;
pub(crate) mod rate_limits;
