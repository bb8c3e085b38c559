//! What is decided about pincodes, taken out; it is brought in as any file.

pub(crate) mod exporting;
