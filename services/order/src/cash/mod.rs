//! Cash that carriers collect at the door: to collect, collected, remitted. Nothing is kept for it: an order's state, its parcel and
//! the money that was written down say where the cash is.

pub(crate) mod cash_order;
pub(crate) mod list;
pub(crate) mod list_store;
pub(crate) mod sums;
