//! A shopper’s account: login, session, password, addresses, and personal data.

pub(crate) mod addresses;
pub(crate) mod change_password;
mod data_file;
pub(crate) mod email_change;
pub(crate) mod login;
pub(crate) mod my_data;
pub(crate) mod own_account;
pub(crate) mod own_sessions;
pub(crate) mod password;
pub(crate) mod session;
