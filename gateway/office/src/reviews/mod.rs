//! Reviews: read by staff, approved, refused, answered.

pub(crate) mod answering;
mod conflict;
pub(crate) mod deciding;
pub(crate) mod list;
mod state;
mod view;
