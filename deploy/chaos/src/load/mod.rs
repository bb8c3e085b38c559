//! The load: shoppers who order, their recorded responses, and clients that are too many or too slow.

pub(crate) mod account;
pub(crate) mod attempt;
pub(crate) mod buyer;
pub(crate) mod flood;
pub(crate) mod history;
pub(crate) mod shoppers;
pub(crate) mod slow_clients;
