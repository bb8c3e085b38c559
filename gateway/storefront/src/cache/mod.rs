//! In-memory caches: lists of the services, and compressed answers.

pub(crate) mod encoded_cache;
pub(crate) mod list_cache;
