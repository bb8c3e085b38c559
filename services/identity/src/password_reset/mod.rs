//! Password reset with a one-time code.

pub(crate) mod reset_password;
pub(crate) mod try_code;
