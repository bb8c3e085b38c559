//! The CSV export of products, in the format of the import.

pub(crate) mod export;
mod sheet;
