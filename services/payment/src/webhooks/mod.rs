//! What the provider tells by itself: stored and answered at once, and looked at afterwards by a job.

pub(crate) mod event_store;
pub(crate) mod handling;
pub(crate) mod receiving;
