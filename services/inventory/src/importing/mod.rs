//! Stock as a file: what packs are called, and receipts that come in row by row.

pub(crate) mod catalog;
mod row;
pub(crate) mod stock;
