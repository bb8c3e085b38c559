//! The shop profile: its fields, rules and history.

pub(crate) mod facts;
mod licence;
pub(crate) mod shop_store;
pub(crate) mod typed_facts;
mod typed_values;
pub(crate) mod update;
