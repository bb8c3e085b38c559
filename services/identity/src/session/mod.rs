//! Sessions of shoppers.

pub(crate) mod sessions;
pub(crate) mod token;
