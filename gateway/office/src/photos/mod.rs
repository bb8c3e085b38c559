//! Photos of products: taken from whoever edits them, and shown.

pub(crate) mod file;
pub(crate) mod uploading;
