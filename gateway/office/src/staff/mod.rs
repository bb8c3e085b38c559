//! The audit log of staff.

pub(crate) mod log;
