//! The provider's payouts to the shop's bank: read periodically, matched to the paisa, and published once
//! they match.

mod events;
pub(crate) mod match_settlement;
pub(crate) mod read_settlements;
pub(crate) mod settlement;
pub(crate) mod settlement_store;
