//! What an account is, how it is made, and where it is kept.

pub(crate) mod accounts;
pub(crate) mod details;
pub(crate) mod new_password;
pub(crate) mod register;
