//! Products: their export, and their state in the list of stock.

pub(crate) mod exporting;
pub(crate) mod view;
