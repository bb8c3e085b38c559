//! Money that goes back: wanted once, sent once, and followed to its end.

pub(crate) mod adopting;
pub(crate) mod by_hand;
mod changing;
pub(crate) mod following;
mod inquiring;
pub(crate) mod request;
pub(crate) mod sending;
mod standing;
pub(crate) mod wanting;
