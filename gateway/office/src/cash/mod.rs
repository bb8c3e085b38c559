//! Cash on delivery: the sums per carrier, and the orders in each sum.

pub(crate) mod orders;
mod state;
pub(crate) mod sums;
