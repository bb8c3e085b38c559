//! Parts of every API request: field names, validation rules, and rate limits.

pub(crate) mod field_names;
pub(crate) mod limited_search;
pub(crate) mod rate_limits;
pub(crate) mod value_rules;
