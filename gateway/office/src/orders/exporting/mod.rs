//! Orders of some days as a file for spreadsheets.

pub(crate) mod export;
mod sheet;
