//! Starting a payment of an order, and showing its state to the shopper.

pub(crate) mod request;
pub(crate) mod shown;
pub(crate) mod start_payment;
