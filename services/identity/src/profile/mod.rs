//! A shopper's own account: mobile number, password, email address, sessions and saved addresses.

pub(crate) mod account_code;
pub(crate) mod addresses;
pub(crate) mod change_password;
pub(crate) mod email_change;
pub(crate) mod own_account;
pub(crate) mod own_sessions;
pub(crate) mod reauthentication;
