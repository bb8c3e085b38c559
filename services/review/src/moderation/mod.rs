//! Moderation: staff approve, refuse and answer reviews.

pub(crate) mod answer_review;
pub(crate) mod list_moderated_reviews;
pub(crate) mod moderate_review;
mod review_version;
