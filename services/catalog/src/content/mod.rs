//! The content of products, and its rules. Pure, without SQL.

pub(crate) mod change;
pub(crate) mod claim;
pub(crate) mod completeness;
pub(crate) mod content_input;
pub(crate) mod photo_address;
pub(crate) mod product_content;
pub(crate) mod text_fields;
