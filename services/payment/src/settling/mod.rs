//! From a payment to its order's decision. All sources of payments end in `recording`, except bank
//! statements.

pub(crate) mod cancelled;
pub(crate) mod closing;
pub(crate) mod hearing;
pub(crate) mod looking;
pub(crate) mod paid;
pub(crate) mod recording;
pub(crate) mod schedule;
pub(crate) mod sending_back;
pub(crate) mod settle;
