//! Money that shoppers pay online: what came, what goes back, what the bank tells of, and what was issued for it.

pub(crate) mod by_hand;
pub(crate) mod credits;
pub(crate) mod documents;
pub(crate) mod findings;
pub(crate) mod list;
mod manual_channel;
pub(crate) mod of_order;
pub(crate) mod owed;
pub(crate) mod refunding;
pub(crate) mod sale_documents;
pub(crate) mod settlements;
mod state;
mod view;
