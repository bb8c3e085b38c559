//! The shop itself: what it says of itself, by which rules, and who changed it.

pub(crate) mod facts;
mod licence;
pub(crate) mod shop_store;
pub(crate) mod typed_facts;
mod typed_values;
pub(crate) mod update;
