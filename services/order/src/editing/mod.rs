//! What staff write about an order, and correct in it before it is packed.

pub(crate) mod correct_address;
pub(crate) mod correction;
pub(crate) mod note;
pub(crate) mod note_store;
