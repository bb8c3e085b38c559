//! What staff prove themselves with beside the password: the codes of an authenticator app, and codes that stand in for them.

pub(crate) mod recovery_code;
pub(crate) mod recovery_codes;
pub(crate) mod totp;
pub(crate) mod typed_code;
