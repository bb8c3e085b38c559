//! Where a parcel goes: what a pincode says of the way, and what the way costs.

pub(crate) mod pincode_file;
pub(crate) mod pincodes;
pub(crate) mod zone;
