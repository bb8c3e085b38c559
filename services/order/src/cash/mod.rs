//! Cash that carriers collect at the door: to collect, collected, remitted. An order's state, its parcel and the money that was written
//! down say where the cash is; the sums of it are kept (`keeping`).

pub(crate) mod cash_order;
pub(crate) mod keeping;
mod keeping_store;
pub(crate) mod list;
pub(crate) mod list_store;
pub(crate) mod sums;
