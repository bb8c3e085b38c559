//! Sessions: the cookie, authorization of calls, sign-in and sign-out.

pub(crate) mod authorization;
pub(crate) mod authorize;
pub(crate) mod cookie;
pub(crate) mod forgotten_password;
pub(crate) mod invitations;
pub(crate) mod me;
pub(crate) mod own_sign_in;
pub(crate) mod reauthentication;
pub(crate) mod role;
pub(crate) mod sign_in;
