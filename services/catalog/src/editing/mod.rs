//! Editing of products by staff: create as draft, change, publish, archive, with a history.
//!
//! Edits use optimistic locking: each names the version that it started from, and one statement compares and
//! writes.

pub(crate) mod bulk_store;
pub(crate) mod change_store;
pub(crate) mod create;
pub(crate) mod edit;
pub(crate) mod edit_store;
pub(crate) mod edited_product;
pub(crate) mod edited_store;
pub(crate) mod editor;
pub(crate) mod filter;
pub(crate) mod history;
pub(crate) mod photo_check;
pub(crate) mod product_change;
pub(crate) mod product_row;
