//! The content of each mail. Pure.

pub(crate) mod contact;
pub(crate) mod india;
pub(crate) mod message;
pub(crate) mod order;
pub(crate) mod order_confirmation;
pub(crate) mod order_notice;
pub(crate) mod order_payment;
pub(crate) mod order_steps;
pub(crate) mod pay_to;
pub(crate) mod recall_notice;
pub(crate) mod shopper_request;
pub(crate) mod stock_alert;
pub(crate) mod unsent_mail;
