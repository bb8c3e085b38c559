//! Shoppers, as the people of the shop look for them.

pub(crate) mod search;
pub(crate) mod search_store;
pub(crate) mod search_text;
