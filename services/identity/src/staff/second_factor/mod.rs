//! The second factor of staff: codes of an authenticator app (TOTP), and recovery codes.

pub(crate) mod code;
pub(crate) mod recovery_code;
pub(crate) mod recovery_codes;
pub(crate) mod totp;
