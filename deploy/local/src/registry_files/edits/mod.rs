//! Edits of files that people maintain.

pub(crate) mod list;
pub(crate) mod section;
