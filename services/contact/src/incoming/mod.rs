//! Incoming mails of shoppers, which are added to the thread of their ticket.

mod authentication;
mod html;
pub(crate) mod incoming_mail;
pub(crate) mod incoming_store;
mod quote;
pub(crate) mod receive;
mod sanitize;
