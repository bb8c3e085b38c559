//! Stories about payments, through the service's public APIs and with a simulated provider.

#![cfg(test)] // So that the lints for tests apply to the helpers too.

mod by_hand;
mod comparisons;
mod crash;
mod disputes;
mod door;
mod fake_orders;
mod findings;
mod office;
mod orders_told;
mod paying;
mod provider;
mod refunds;
mod refusals;
mod settlements;
mod shop;
mod statements;
mod webhooks;
