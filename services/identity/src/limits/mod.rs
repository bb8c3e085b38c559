//! How often something may happen, from one network and for one account.

pub(crate) mod counters;
pub(crate) mod full_counters;
pub(crate) mod guard;
pub(crate) mod limit;
