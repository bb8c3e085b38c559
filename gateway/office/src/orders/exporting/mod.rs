//! CSV exports of orders.

pub(crate) mod export;
mod sheet;
