//! What a shopper sees and changes of their own account: number, password, addresses.

pub(crate) mod account_code;
pub(crate) mod addresses;
pub(crate) mod own_account;
