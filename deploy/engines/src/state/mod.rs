//! The state of the engines: folders, the account, and the guard of processes.

pub(crate) mod account;
pub(crate) mod folder;
pub(crate) mod guard;
pub(crate) mod home;
pub(crate) mod secret;
