//! The files of the shop's books for the accountant.

pub(crate) mod entries;
mod month;
pub(crate) mod register;
pub(crate) mod summary;
