//! Six-digit codes sent by mail: their generation, keyed hashes and SQL.

pub(crate) mod account_codes;
pub(crate) mod email_changes;
pub(crate) mod keys;
pub(crate) mod one_time_code;
pub(crate) mod password_codes;
pub(crate) mod staff_codes;
