//! Moderation: staff approve, refuse and answer reviews.

pub(crate) mod answering;
pub(crate) mod deciding;
pub(crate) mod listing;
mod seen;
