//! From money that came to what an order does with it. Whoever tells of money, it ends in `recording`.

pub(crate) mod cancelled;
pub(crate) mod closing;
pub(crate) mod hearing;
pub(crate) mod looking;
pub(crate) mod paid;
pub(crate) mod recording;
pub(crate) mod schedule;
pub(crate) mod sending_back;
pub(crate) mod settle;
