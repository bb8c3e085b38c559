//! A shopper pays an order: asked for money once, and shown where that stands.

pub(crate) mod request;
pub(crate) mod shown;
pub(crate) mod start_payment;
