//! Batches, and the movements of their packs.

pub(crate) mod batch_store;
pub(crate) mod correction;
pub(crate) mod recall;
pub(crate) mod receipt;
pub(crate) mod receive_batches;
pub(crate) mod shelves;
