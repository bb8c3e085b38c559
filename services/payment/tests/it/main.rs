//! Stories about payments, through the service's public APIs and with a simulated provider.

#![cfg(test)] // So that the lints for tests apply to the helpers too.

mod comparisons;
mod crash;
mod disputes;
mod fake_orders;
mod findings;
mod manual_refunds;
mod office;
mod order_events;
mod paying;
mod provider;
mod refunds;
mod refusals;
mod settlements;
mod shop;
mod statements;
mod webhook_endpoint;
mod webhooks;
