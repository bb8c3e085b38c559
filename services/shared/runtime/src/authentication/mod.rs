//! Which program calls, and for whom of the staff: the key and the proof of a caller, staff tokens, and the list of what each may
//! call.

pub(crate) mod admission;
pub(crate) mod caller_key;
pub(crate) mod caller_keys;
pub(crate) mod caller_settings;
pub(crate) mod callers;
pub(crate) mod identity;
pub(crate) mod proof;
pub(crate) mod staff;
pub(crate) mod staff_token;
mod subject;
