//! Product photos: upload and download.

pub(crate) mod file;
pub(crate) mod uploading;
