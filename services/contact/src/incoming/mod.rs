//! Mails of shoppers that come in, each of which joins the thread of its ticket.

mod authentication;
mod html;
pub(crate) mod incoming_mail;
pub(crate) mod incoming_store;
mod quote;
pub(crate) mod receive;
mod typed;
