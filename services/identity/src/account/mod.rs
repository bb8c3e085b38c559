//! Accounts and their saved addresses: validation and SQL.

pub(crate) mod accounts;
pub(crate) mod address;
pub(crate) mod address_store;
pub(crate) mod details;
pub(crate) mod new_password;
