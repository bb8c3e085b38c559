//! Notes on orders, and corrections before an order is packed or handed over.

pub(crate) mod address;
pub(crate) mod notes;
pub(crate) mod payment_request;
pub(crate) mod quantities;
