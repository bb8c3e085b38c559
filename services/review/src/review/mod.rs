//! The review: its type, its rules and its SQL.

mod contact_details;
pub(crate) mod flagged_parts;
pub(crate) mod moderated_review;
pub(crate) mod moderated_store;
pub(crate) mod own_reviews;
pub(crate) mod rating_store;
pub(crate) mod review_store;
pub(crate) mod rules;
