//! Product imports: new products become drafts, and existing ones are changed by the rules of editing.

mod batch;
mod cell_errors;
mod cells;
pub(crate) mod importer;
mod row;
