//! CSV exports of lists, streamed page by page from a service.

pub(crate) mod download;
pub(crate) mod export_slots;
pub(crate) mod pages;
pub(crate) mod rows;
