//! Orders: checkout, tracking, cancellation and returns, payment, and delivery quotes.

pub(crate) mod cancel_or_return;
mod charge;
pub(crate) mod claims;
pub(crate) mod delivery;
pub(crate) mod invoice;
pub(crate) mod own_orders;
pub(crate) mod payment;
mod payment_method;
pub(crate) mod placing;
mod refusal;
mod view;
