//! Products, as staff edit them: content, state, claims, history.

pub(crate) mod accepting;
pub(crate) mod changes;
pub(crate) mod checking;
mod conflict;
mod content;
pub(crate) mod creating;
pub(crate) mod exporting;
pub(crate) mod list;
pub(crate) mod one;
pub(crate) mod state_change;
pub(crate) mod updating;
pub(crate) mod view;
