//! Photos of products.

pub(crate) mod file;
