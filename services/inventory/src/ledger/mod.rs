//! Batches, and every change of how many packs they hold.

pub(crate) mod batch_store;
pub(crate) mod correction;
pub(crate) mod recall;
pub(crate) mod receipt;
pub(crate) mod receiving_many;
pub(crate) mod shelves;
