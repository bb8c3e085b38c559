//! Orders that are paid through a payment provider: what money is for, until when it is waited for, and what of it goes back.

pub(crate) mod refund_changed;
pub(crate) mod settle;
pub(crate) mod settlement;
mod standing;
mod standing_store;
pub(crate) mod window;
