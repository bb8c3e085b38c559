//! Money that shoppers pay online: what came, what goes back, what the bank tells of, and what was issued for it.

pub(crate) mod credits;
pub(crate) mod documents;
pub(crate) mod findings;
pub(crate) mod list;
pub(crate) mod of_order;
pub(crate) mod refunding;
mod state;
mod view;
