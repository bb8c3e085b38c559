//! The order and its parts, for all modules.

pub mod charge;
pub(crate) mod order_line;
pub mod order_status;
pub(crate) mod order_store;
pub(crate) mod parcel;
pub(crate) mod payment_method;
pub(crate) mod received_payment;
pub(crate) mod recipient;
pub(crate) mod record;
pub(crate) mod refund_reason;
pub(crate) mod return_terms;
pub(crate) mod returned_line;
pub(crate) mod source;
