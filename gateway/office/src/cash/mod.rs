//! Cash that carriers collect at the door: how much of it is where, and the orders behind that.

pub(crate) mod orders;
mod state;
pub(crate) mod sums;
