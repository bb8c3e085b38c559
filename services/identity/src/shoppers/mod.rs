//! Search for shoppers by staff.

pub(crate) mod search;
pub(crate) mod search_store;
