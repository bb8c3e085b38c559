//! Authentication of calls between programs: caller keys and tokens, staff tokens, and the permissions of
//! each.

pub(crate) mod admission;
pub(crate) mod caller_key;
pub(crate) mod caller_keys;
pub(crate) mod caller_settings;
pub(crate) mod callers;
pub(crate) mod identity;
pub(crate) mod proof;
pub(crate) mod staff;
pub(crate) mod staff_token;
pub(crate) mod subject;
