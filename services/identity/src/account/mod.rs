//! What an account is, with its saved addresses, and where it is kept.

pub(crate) mod accounts;
pub(crate) mod address;
pub(crate) mod address_store;
pub(crate) mod details;
pub(crate) mod new_password;
