//! Tickets: messages with their threads and deadlines, as staff see them.

pub(crate) mod desk;
pub(crate) mod due;
pub(crate) mod entry_store;
pub(crate) mod list;
pub(crate) mod reply_address;
pub(crate) mod search_store;
pub(crate) mod ticket;
pub(crate) mod ticket_number;
pub(crate) mod ticket_store;
pub(crate) mod written;
