//! From a payment to its order's decision. All sources of payments end in `record_capture`, except bank
//! statements.

pub(crate) mod accept_payment;
pub(crate) mod auto_refund;
pub(crate) mod close_attempts;
pub(crate) mod consumers;
pub(crate) mod order_cancelled_consumer;
pub(crate) mod order_paid_consumer;
pub(crate) mod poll_attempts;
pub(crate) mod record_capture;
pub(crate) mod schedule;
