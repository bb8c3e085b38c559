//! What providers pay out to the shop's bank: read by itself, held against payments and refunds to the paisa, and told once it agrees.

mod events;
pub(crate) mod matching;
pub(crate) mod reading;
pub(crate) mod settlement;
pub(crate) mod settlement_store;
