//! The office's gateway through its REST API, against fakes of the services behind it.

#![cfg(test)] // So that the lints for tests apply to the fakes too.

mod authorization;
mod cash;
mod fake_cash;
mod fake_catalog;
mod fake_inventory;
mod fake_order;
mod fake_order_editing;
mod fake_order_exports;
mod fake_photos;
mod fake_products;
mod fake_reviews;
mod fake_shop;
mod fake_shoppers;
mod fake_staff;
mod fake_stock_files;
mod fake_tickets;
mod fakes;
mod imports;
mod messages;
mod openapi;
mod order_editing;
mod order_exports;
mod order_placing;
mod orders;
mod photos;
mod product_exports;
mod product_imports;
mod products;
mod record;
mod refusals;
mod reviews;
mod sessions;
mod shop;
mod shoppers;
mod site;
mod staff;
mod stock;
mod today;
