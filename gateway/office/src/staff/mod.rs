//! Staff members and the audit log.

pub(crate) mod log;
pub(crate) mod names;
pub(crate) mod people;
