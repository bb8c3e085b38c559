//! Messages to the shop, as tickets: looked for, answered, noted on, closed.

pub(crate) mod answering;
pub(crate) mod list;
pub(crate) mod notes;
pub(crate) mod one;
pub(crate) mod state;
mod thread;
mod ticket;
mod ticket_state;
