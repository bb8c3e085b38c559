//! Money that goes back: wanted once, sent once, and followed to its end.

mod changing;
pub(crate) mod following;
pub(crate) mod request;
pub(crate) mod sending;
pub(crate) mod wanting;
