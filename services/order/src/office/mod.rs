//! Operations of the office: search, counts, sales, exports, and recorded payments and refunds.

pub(crate) mod export;
pub(crate) mod export_store;
pub(crate) mod manual_refund;
pub(crate) mod manual_refund_store;
pub(crate) mod open_orders;
pub(crate) mod payment;
pub(crate) mod payment_store;
pub(crate) mod sales;
pub(crate) mod search;
pub(crate) mod search_store;
pub(crate) mod search_text;
pub(crate) mod shop_day;
