//! Products, their packs, and their order in the shop's list.

pub(crate) mod classification;
pub(crate) mod concern;
pub(crate) mod cursor;
pub(crate) mod hsn_code;
pub(crate) mod pack_names;
pub(crate) mod pack_price;
pub(crate) mod pack_store;
pub(crate) mod product;
pub(crate) mod product_state;
pub(crate) mod product_store;
pub(crate) mod product_type;
pub(crate) mod tax_class;
