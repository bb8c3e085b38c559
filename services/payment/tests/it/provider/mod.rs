//! The production adapter, against the simulated provider over HTTP.

mod check;
mod faults;
mod links;
mod lists;
mod refunds;
mod simulated_account;
mod webhooks;
mod wrong_answers;
