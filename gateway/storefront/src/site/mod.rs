//! The built front end: its pages, filled in with what the shop says of itself and with the product of those that are of one, its
//! files, and what browsers report of them.

pub(crate) mod client_errors;
pub(crate) mod document;
pub(crate) mod page_policy;
mod pages;
mod product_page;
pub(crate) mod serving;
pub(crate) mod sitemap;
