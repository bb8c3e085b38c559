//! Tickets: messages with their threads and deadlines, as staff see them.

pub(crate) mod deadlines;
pub(crate) mod entry_store;
pub(crate) mod list;
pub(crate) mod operations;
pub(crate) mod reply_address;
pub(crate) mod search_store;
pub(crate) mod staff_entry;
pub(crate) mod ticket;
pub(crate) mod ticket_number;
pub(crate) mod ticket_store;
