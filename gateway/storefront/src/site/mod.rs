//! The built front end: pages with the shop profile and product data, static files, and error reports of
//! browsers.

pub(crate) mod client_errors;
pub(crate) mod document;
pub(crate) mod page_policy;
mod pages;
mod product_page;
pub(crate) mod serving;
pub(crate) mod sitemap;
