//! Sessions: which browser is logged in to which account.

pub(crate) mod sessions;
pub(crate) mod token;
