//! Statements of the bank: credits that name an order pay it, once, and staff say what the others were.

mod shop;
mod stories;
