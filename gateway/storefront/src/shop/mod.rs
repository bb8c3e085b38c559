//! The shop profile: name, address and the facts that the law requires. The catalog owns it; the gateway
//! caches it and renders it into every document.

pub(crate) mod facts;
pub(crate) mod facts_cache;
pub(crate) mod profile;
