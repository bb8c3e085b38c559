//! Disputes (chargebacks): read from the provider, stored, and published for the order.

pub(crate) mod poll_disputes;
