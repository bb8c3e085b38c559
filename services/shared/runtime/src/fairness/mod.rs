//! Fair use of shared limits: the networks of a client, and slots counted per network.

pub(crate) mod networks;
pub(crate) mod places;
