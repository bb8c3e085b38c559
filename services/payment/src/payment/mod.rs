//! What a payment is: money that is asked for, that came, and that goes back; how they are stored, and what all of it comes to.

pub(crate) mod attempt;
pub(crate) mod attempt_store;
pub(crate) mod dispute;
pub(crate) mod dispute_store;
pub(crate) mod entry_store;
pub(crate) mod manual_refund;
pub(crate) mod money;
pub(crate) mod money_store;
pub(crate) mod payable_order;
pub(crate) mod payment_state;
pub(crate) mod refund;
pub(crate) mod refund_store;
