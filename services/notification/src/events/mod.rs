//! The events that cause mails, and the data fetched for them.

pub(crate) mod contact_answered;
pub(crate) mod contact_received;
pub(crate) mod issued_document;
pub(crate) mod order_placed;
pub(crate) mod peer_services;
pub(crate) mod recall_requested;
pub(crate) mod refund_changed;
pub(crate) mod stock_back;
