//! Parts of every API request: field names, validation rules, rate limits, and their errors.

pub(crate) mod error_responses;
pub(crate) mod field_names;
pub(crate) mod limited_search;
pub(crate) mod rate_limits;
pub(crate) mod value_rules;
