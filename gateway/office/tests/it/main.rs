//! The office's gateway through its REST API, against fakes of the services behind it.

#![cfg(test)] // So that the lints for tests apply to the fakes too.

mod authorization;
mod fake_catalog;
mod fake_inventory;
mod fake_order;
mod fake_staff;
mod fakes;
mod openapi;
mod orders;
mod record;
mod refusals;
mod sessions;
mod site;
mod staff;
mod stock;
mod today;
