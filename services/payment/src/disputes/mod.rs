//! Payments that a shopper's bank takes back, or wants to: read from the provider, kept, and told to the order.

pub(crate) mod reading;
