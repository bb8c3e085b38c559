//! What becomes of an order that waits for its money: money pays it, its shopper is told how to pay, and one that is paid through a
//! payment provider ends without money.

pub(crate) mod awaiting;
pub(crate) mod request_payment;
pub(crate) mod settle;
pub(crate) mod window;
