//! Staff of the office: roles, invitations, sign-in, and the log of their calls.

pub(crate) mod authorize;
pub(crate) mod call_outcomes;
pub(crate) mod colleagues;
pub(crate) mod details;
pub(crate) mod invitations;
pub(crate) mod role;
pub(crate) mod second_factor;
pub(crate) mod signing_in;
pub(crate) mod staff_log;
pub(crate) mod staff_store;
