//! What came for an order through a payment provider and what of it goes back: what it is for, how it is kept, and what it comes to.

pub(crate) mod disputed;
pub(crate) mod online_payment_store;
pub(crate) mod payment_summary;
pub(crate) mod refund_changed;
pub(crate) mod settlement;
