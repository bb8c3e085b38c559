//! Rate limits per network and per account.

pub(crate) mod counters;
pub(crate) mod full_counters;
pub(crate) mod guard;
pub(crate) mod limit;
