//! The provider's webhooks: stored and acknowledged at once, and handled by a job.

pub(crate) mod event_store;
pub(crate) mod handle_webhook;
pub(crate) mod receive_webhook;
