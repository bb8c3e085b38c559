//! Reservations: the packs that are kept for orders.

mod alone;
pub(crate) mod batch_taking;
pub(crate) mod change_store;
pub(crate) mod changes;
pub(crate) mod group_commit;
pub(crate) mod held_packs;
pub(crate) mod line;
pub(crate) mod order_event;
pub(crate) mod order_packs;
pub(crate) mod orders;
pub(crate) mod oversold;
pub(crate) mod pack_store;
pub(crate) mod plan_store;
pub(crate) mod planning;
pub(crate) mod releasing;
pub(crate) mod reservation_store;
