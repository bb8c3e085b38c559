//! The shop's books: what stands on each account, and the files that an accountant asks for.

pub(crate) mod balance;
pub(crate) mod correcting;
pub(crate) mod entries;
mod month;
pub(crate) mod register;
pub(crate) mod summary;
pub(crate) mod tax_rates;
