//! Tests of the storefront gateway through its REST API, against fakes of the services behind it.

#![cfg(test)] // So that the lints for tests apply to the fakes too.

mod backends;
mod built_site;
mod cards;
mod changes;
mod client_errors;
mod delivery;
mod error_table;
mod fake_billing;
mod fake_catalog;
mod fake_inventory;
mod fake_order;
mod fake_payment;
mod fake_photos;
mod fakes;
mod headers;
mod openapi;
mod orders;
mod payments;
mod photos;
mod prices_differ;
mod products;
mod program;
mod rates;
mod serving;
mod settings;
mod shop_facts;
mod site;
mod site_files;
mod stock;
mod stock_alerts;
mod strangers;
mod traces;
mod webhooks;
