//! Staff read reviews: they approve or refuse each, and answer.

pub(crate) mod answering;
pub(crate) mod deciding;
pub(crate) mod listing;
mod seen;
