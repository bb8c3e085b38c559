//! Who works in the office, and what they asked for.

pub(crate) mod log;
pub(crate) mod names;
pub(crate) mod people;
