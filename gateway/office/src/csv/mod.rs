//! Lists as files for spreadsheets: read page by page from a service, and written while they are read.

pub(crate) mod download;
pub(crate) mod pages;
pub(crate) mod places;
pub(crate) mod rows;
