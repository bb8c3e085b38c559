//! Stock as a file: what packs are called, and receipts that come in row by row.

mod row;
pub(crate) mod stock;
