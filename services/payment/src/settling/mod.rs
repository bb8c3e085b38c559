//! From money that came to what an order does with it. Whoever tells of money, it ends in `recording`.

pub(crate) mod cancelled;
pub(crate) mod looking;
pub(crate) mod recording;
pub(crate) mod schedule;
pub(crate) mod settle;
