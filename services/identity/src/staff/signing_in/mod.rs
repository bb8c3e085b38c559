//! Signing in with password and code, the sessions that begin with it, and showing again who it is.

pub(crate) mod credential_check;
pub(crate) mod reauthentication;
pub(crate) mod sign_in;
pub(crate) mod staff_sessions;
