//! Payments in the REST API: payment methods, payment states, documents and webhooks. `orders` checks the
//! ownership of an order before it calls this module.

pub(crate) mod documents;
pub(crate) mod view;
pub(crate) mod ways;
pub(crate) mod webhooks;
