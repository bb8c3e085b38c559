//! A review is written or changed by its shopper.

pub(crate) mod edit_review;
pub(crate) mod write_review;
