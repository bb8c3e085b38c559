//! What staff write about an order, and correct in it before it is packed.

pub(crate) mod correct_address;
pub(crate) mod correct_lines;
pub(crate) mod corrected_lines;
pub(crate) mod correction;
pub(crate) mod inventory;
pub(crate) mod lines_correction;
pub(crate) mod note;
pub(crate) mod note_store;
