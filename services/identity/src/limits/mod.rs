//! How often something may happen, from where and to whom.

pub(crate) mod counters;
pub(crate) mod limit;
pub(crate) mod network;
