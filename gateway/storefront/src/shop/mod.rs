//! What the shop says of itself: its name, where it is, what the law wants to be read. The catalog knows it, the gateway keeps it
//! in memory and writes it into every document.

pub(crate) mod facts;
pub(crate) mod known;
pub(crate) mod said;
