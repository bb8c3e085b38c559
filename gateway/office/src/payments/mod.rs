//! Online payments: captures, refunds, payouts, bank credits and documents.

pub(crate) mod credits;
pub(crate) mod documents;
pub(crate) mod findings;
pub(crate) mod list;
mod manual_channel;
pub(crate) mod manual_refunds;
pub(crate) mod of_order;
pub(crate) mod refunding;
pub(crate) mod refunds_due;
pub(crate) mod sale_documents;
pub(crate) mod settlements;
mod state;
mod view;
