//! People with an account in the shop.

pub(crate) mod data_requests;
pub(crate) mod deletion;
pub(crate) mod list;
pub(crate) mod one;
pub(crate) mod view;
