//! Photos of products: taken from whoever edits them, made harmless, kept in the sizes that the shop shows, given out by name.
//!
//! `library` (the operations) → `turns` (how much is decoded at once), `header`, `picture` (pure: what a file is, and what becomes of
//! it), `store` (where files lie), `kept_store` (SQL: which photos there are) → `name`, `error`. `orphans` removes what nothing names.

pub(crate) mod error;
mod header;
mod jpeg;
pub(crate) mod kept_store;
pub(crate) mod library;
pub(crate) mod name;
pub(crate) mod orphans;
mod picture;
pub(crate) mod settings;
mod store;
mod turns;
