//! The content of products, and its rules. Pure, without SQL.

pub(crate) mod change;
pub(crate) mod claim;
pub(crate) mod completeness;
pub(crate) mod photo_address;
pub(crate) mod text_fields;
pub(crate) mod typed_content;
pub(crate) mod written_content;
