//! What holds for every request of the API: the names of its fields, their rules, and how often one client may ask.

pub(crate) mod field_names;
pub(crate) mod limited_search;
pub(crate) mod rate_limits;
pub(crate) mod value_rules;
