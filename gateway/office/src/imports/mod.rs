//! CSV imports: upload and progress.

pub(crate) mod kind;
pub(crate) mod starting;
mod view;
pub(crate) mod watching;
