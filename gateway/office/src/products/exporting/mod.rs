//! All products as a file for spreadsheets, which can be brought in again.

pub(crate) mod export;
mod sheet;
