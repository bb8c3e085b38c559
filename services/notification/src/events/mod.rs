//! The events that mails follow, with what their owners add.

pub(crate) mod contact_answered;
pub(crate) mod contact_received;
pub(crate) mod order_placed;
pub(crate) mod owners;
pub(crate) mod stock_back;
