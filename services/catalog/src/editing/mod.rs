//! Products as staff work on them: created as drafts, changed, published, archived, and who did it.
//!
//! Nobody overwrites what they have not seen: each change names the version that it was made from, and is written by one statement
//! that compares it.

pub(crate) mod change_store;
pub(crate) mod create;
pub(crate) mod edit;
pub(crate) mod edit_store;
pub(crate) mod edited_product;
pub(crate) mod edited_store;
pub(crate) mod editor;
pub(crate) mod filter;
pub(crate) mod history;
pub(crate) mod kept_photos;
pub(crate) mod many_store;
pub(crate) mod product_change;
