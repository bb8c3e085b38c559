//! Payment issues that need a person. Computed on request; the daily comparison with the provider writes some
//! of the rows.

pub(crate) mod compare_day;
mod compare_payments;
mod compare_refunds;
mod comparison;
pub(crate) mod day;
pub(crate) mod day_store;
mod difference;
pub(crate) mod finding;
pub(crate) mod finding_store;
pub(crate) mod listing;
pub(crate) mod report;
mod report_store;
