//! Payment of orders: decisions about online payments, payment requests, reminders, and cancellation after
//! the payment window.

pub(crate) mod accept_payment;
pub(crate) mod await_payment;
pub(crate) mod payment_window;
pub(crate) mod request_payment;
