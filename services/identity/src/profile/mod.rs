//! What a shopper sees and changes of their own account: number, password, address of mails, sessions, addresses of parcels.

pub(crate) mod account_code;
pub(crate) mod addresses;
pub(crate) mod change_password;
pub(crate) mod email_change;
pub(crate) mod own_account;
pub(crate) mod own_sessions;
pub(crate) mod reauthentication;
