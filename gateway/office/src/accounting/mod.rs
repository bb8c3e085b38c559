//! The shop's books: the trial balance, corrections, and the files for the accountant.

pub(crate) mod balance;
pub(crate) mod correcting;
pub(crate) mod entries;
mod month;
pub(crate) mod register;
pub(crate) mod summary;
pub(crate) mod tax_rates;
