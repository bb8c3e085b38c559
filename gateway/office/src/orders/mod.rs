//! Orders: found, looked at, moved on, paid.

mod channel;
pub(crate) mod list;
mod moved_line;
pub(crate) mod moves;
pub(crate) mod next_states;
pub(crate) mod one;
mod parcel;
pub(crate) mod payment;
pub(crate) mod state;
mod view;
