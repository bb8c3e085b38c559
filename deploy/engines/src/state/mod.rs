//! Where the engines keep their data, under which account, and what ends with the process that owns it.

pub(crate) mod account;
pub(crate) mod folder;
pub(crate) mod guard;
pub(crate) mod home;
pub(crate) mod secret;
