//! Which program calls: the key and the proof of a caller, and the list of what each may call.

pub(crate) mod admission;
pub(crate) mod caller_key;
pub(crate) mod caller_keys;
pub(crate) mod callers;
pub(crate) mod identity;
pub(crate) mod proof;
