//! Orders of who calls or writes, placed by staff at the shop's prices and by its rules.

mod conflict;
pub(crate) mod new_order;
pub(crate) mod quote;
