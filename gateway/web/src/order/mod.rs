//! The parts of an order that shoppers and staff see alike.

pub mod payment_state;
pub mod returned_line;
pub mod state;
