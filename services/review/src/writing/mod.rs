//! Writing and editing reviews by shoppers.

pub(crate) mod edit_review;
pub(crate) mod write_review;
