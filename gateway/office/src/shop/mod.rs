//! The shop profile and its history.

pub(crate) mod changes;
mod conflict;
mod facts;
pub(crate) mod one;
pub(crate) mod updating;
mod view;
