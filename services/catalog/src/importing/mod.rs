//! Products that staff bring in as a file: new ones become drafts, others are changed by the rules of editing.

mod batch;
mod cells;
pub(crate) mod importer;
mod row;
mod told;
