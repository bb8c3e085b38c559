//! CSV exports of lists, streamed page by page from a service.

pub(crate) mod download;
pub(crate) mod pages;
pub(crate) mod places;
pub(crate) mod rows;
