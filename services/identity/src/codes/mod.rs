//! Six digits by mail: what they are, what is kept of them, and the key under which.

pub(crate) mod account_codes;
pub(crate) mod keys;
pub(crate) mod one_time_code;
pub(crate) mod password_codes;
