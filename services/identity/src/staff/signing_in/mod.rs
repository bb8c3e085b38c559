//! Signing in with password and code, the sessions that begin with it, showing again who it is, and another password, phone or set of
//! recovery codes.

pub(crate) mod credential_check;
pub(crate) mod forgotten_password;
pub(crate) mod own_sign_in;
pub(crate) mod reauthentication;
pub(crate) mod sign_in;
pub(crate) mod staff_sessions;
