//! Sign-in of staff with password and code, their sessions, reauthentication, and changes of password, phone
//! and recovery codes.

pub(crate) mod credential_check;
pub(crate) mod forgotten_password;
pub(crate) mod own_sign_in;
pub(crate) mod reauthentication;
pub(crate) mod sign_in;
pub(crate) mod staff_sessions;
