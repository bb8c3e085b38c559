//! Delivery: pincodes with their zones, delivery dates and charges.

pub(crate) mod charges;
pub(crate) mod pincode_file;
pub(crate) mod pincode_list;
pub(crate) mod pincode_row;
pub(crate) mod pincodes;
pub(crate) mod rules;
pub(crate) mod zone;
