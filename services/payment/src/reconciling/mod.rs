//! What of payments somebody has to look at, because the service cannot end it by itself: found at the question from the rows,
//! some of which days' comparisons with the provider's lists leave.

pub(crate) mod comparing;
mod comparing_payments;
mod comparing_refunds;
mod comparison;
pub(crate) mod day;
pub(crate) mod day_store;
mod difference;
pub(crate) mod finding;
pub(crate) mod finding_store;
pub(crate) mod listing;
pub(crate) mod report;
mod report_store;
