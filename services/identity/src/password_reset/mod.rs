//! A new password by way of a code.

pub(crate) mod reset_password;
pub(crate) mod try_code;
