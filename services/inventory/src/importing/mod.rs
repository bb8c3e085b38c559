//! Import and export of stock files.

mod row;
pub(crate) mod stock;
