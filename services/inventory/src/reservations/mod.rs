//! Reservations: the packs that are kept for orders.

pub(crate) mod change_store;
pub(crate) mod changes;
pub(crate) mod group_commit;
pub(crate) mod line;
pub(crate) mod order_consumer;
pub(crate) mod order_event;
pub(crate) mod order_packs;
pub(crate) mod oversold;
pub(crate) mod pack_store;
pub(crate) mod plan_store;
pub(crate) mod planning;
pub(crate) mod release_orders;
pub(crate) mod reservation_store;
pub(crate) mod reserved_packs;
mod single_reservations;
pub(crate) mod take_from_batch;
