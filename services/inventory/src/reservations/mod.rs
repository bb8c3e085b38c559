//! The packs that are kept for orders, and what becomes of them.

pub(crate) mod allocation;
pub(crate) mod line;
pub(crate) mod order_event;
pub(crate) mod orders;
pub(crate) mod oversold;
pub(crate) mod reservation_store;
pub(crate) mod waiting_store;
