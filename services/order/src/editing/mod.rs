//! Staff notes on orders, and corrections before orders are packed or handed over.

pub(crate) mod correct_address;
pub(crate) mod correct_lines;
pub(crate) mod correct_weight;
pub(crate) mod corrected_lines;
pub(crate) mod correction;
pub(crate) mod inventory;
pub(crate) mod lines_correction;
pub(crate) mod note;
pub(crate) mod note_store;
