//! Starting a payment of an order, and showing its state to the shopper.

pub(crate) mod payment_view;
pub(crate) mod start_payment;
pub(crate) mod start_request;
