//! The stock of packs as the inventory reports it: sold out or not, and the lowest MRP.

pub(crate) mod shelf_store;
