//! Stories about payments, told through the service's public doors and against a provider that moves no money.

#![cfg(test)] // So that the lints for tests apply to the helpers too.

mod cancelled;
mod crash;
mod door;
mod fake_orders;
mod findings;
mod office;
mod paying;
mod provider;
mod refunds;
mod shop;
mod statements;
mod webhooks;
