//! Shoppers with an account.

pub(crate) mod data_requests;
pub(crate) mod deletion;
pub(crate) mod list;
pub(crate) mod one;
pub(crate) mod view;
