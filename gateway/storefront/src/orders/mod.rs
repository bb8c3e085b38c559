//! Orders: placed, followed, cancelled and sent back; and when a parcel comes to a pincode.

pub(crate) mod cancel_or_return;
pub(crate) mod claims;
pub(crate) mod delivery;
pub(crate) mod own_orders;
mod pack_label;
mod payment_method;
pub(crate) mod placing;
mod refusal;
mod returned_line;
mod view;
