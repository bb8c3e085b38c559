//! Who is logged in.

pub(crate) mod authenticate;
pub(crate) mod sessions;
pub(crate) mod token;
