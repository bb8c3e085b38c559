//! The export of products.

pub(crate) mod exporting;
