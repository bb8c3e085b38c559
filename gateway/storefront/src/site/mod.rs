//! The built front end: its pages, filled in where a page is of one product, its files, and what browsers report of them.

pub(crate) mod client_errors;
pub(crate) mod document;
pub(crate) mod page_policy;
mod pages;
mod product_page;
pub(crate) mod serving;
pub(crate) mod sitemap;
