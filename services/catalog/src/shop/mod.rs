//! The shop profile: its fields, rules and history.

pub(crate) mod facts;
pub(crate) mod facts_input;
mod input_values;
mod licence;
pub(crate) mod shop_store;
pub(crate) mod update;
