//! What of payments somebody has to look at, because the service cannot end it by itself: found at the question from the rows.

pub(crate) mod finding;
pub(crate) mod finding_store;
pub(crate) mod listing;
