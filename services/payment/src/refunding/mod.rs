//! Refunds: requested once, sent once, and polled until they end.

pub(crate) mod adopting;
mod at_provider;
pub(crate) mod by_hand;
mod changing;
pub(crate) mod following;
mod inquiring;
pub(crate) mod left;
pub(crate) mod refund_job;
pub(crate) mod request;
pub(crate) mod sending;
pub(crate) mod wanting;
