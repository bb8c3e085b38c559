//! Reservation decisions, without a database.

pub(crate) mod allocation;
pub(crate) mod change_plan;
pub(crate) mod plan;
