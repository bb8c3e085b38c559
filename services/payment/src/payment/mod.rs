//! The domain: attempts, payments, refunds and disputes, their SQL, and the payment state of an order.

pub(crate) mod attempt;
pub(crate) mod attempt_store;
pub(crate) mod captured_payment;
pub(crate) mod dispute;
pub(crate) mod dispute_store;
pub(crate) mod entry_store;
pub(crate) mod manual_refund;
pub(crate) mod payable_order;
pub(crate) mod payment_state;
pub(crate) mod payment_store;
pub(crate) mod refund;
pub(crate) mod refund_store;
