//! The shop itself: what it says of itself, and who changed that.

pub(crate) mod changes;
mod conflict;
mod facts;
pub(crate) mod one;
pub(crate) mod updating;
mod view;
