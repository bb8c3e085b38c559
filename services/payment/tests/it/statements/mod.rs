//! Bank statements: credits pay the orders that they name, once, and staff resolve the others.

mod shop;
mod stories;
