//! Cash on delivery: to collect, collected, remitted. It follows from an order's status, parcel and recorded
//! payment.

pub(crate) mod cash_order;
pub(crate) mod list;
pub(crate) mod list_store;
pub(crate) mod sums;
