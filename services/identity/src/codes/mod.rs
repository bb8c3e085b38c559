//! Six digits by mail: what they are, the keyed hash that is kept of them, and its key.

pub(crate) mod account_codes;
pub(crate) mod email_changes;
pub(crate) mod keys;
pub(crate) mod one_time_code;
pub(crate) mod password_codes;
pub(crate) mod staff_codes;
