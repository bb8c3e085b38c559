//! What the gateway keeps in memory: lists of the services, and answers as they are sent.

pub(crate) mod encoded_cache;
pub(crate) mod list_cache;
