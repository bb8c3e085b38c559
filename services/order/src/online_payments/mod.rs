//! Payments through a payment provider, with their refunds and disputes.

pub(crate) mod dispute_consumer;
pub(crate) mod online_payment;
pub(crate) mod online_payment_store;
pub(crate) mod payment_summary;
pub(crate) mod refund_consumer;
