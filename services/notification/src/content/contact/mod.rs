//! Mails about messages to the shop: to the sender and to the shop.

pub(crate) mod acknowledgement;
pub(crate) mod answer;
pub(crate) mod notice;
