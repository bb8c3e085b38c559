//! The adapter that production runs, against the simulated provider over HTTP.

mod desk;
mod faults;
mod links;
mod lists;
mod refunds;
mod webhooks;
mod wrong_answers;
