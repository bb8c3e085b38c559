//! The simulated provider over HTTP, as a shop and its shoppers use it.

#![cfg(test)] // So that the lints for tests apply to the helpers too.

mod api;
mod faults;
mod images;
mod page;
mod paying;
mod receiver;
mod refunds;
mod settlements;
mod shop;
mod webhooks;
