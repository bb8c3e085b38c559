//! Staff members and the audit log.

pub(crate) mod log;
pub(crate) mod people;
