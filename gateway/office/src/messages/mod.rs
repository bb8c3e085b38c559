//! Messages to the shop, as tickets: search, answers, notes, state.

pub(crate) mod answering;
pub(crate) mod list;
pub(crate) mod notes;
pub(crate) mod one;
pub(crate) mod state;
mod thread;
mod ticket;
mod ticket_state;
