//! Reviews: moderation and answers by staff.

pub(crate) mod answering;
mod conflict;
pub(crate) mod deciding;
pub(crate) mod list;
mod state;
mod view;
