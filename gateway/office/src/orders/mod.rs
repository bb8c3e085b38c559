//! Orders: phone orders, search, transitions, corrections, payments, exports.

pub(crate) mod channel;
pub(crate) mod editing;
pub(crate) mod exporting;
pub(crate) mod list;
pub(crate) mod next_states;
pub(crate) mod one;
pub(crate) mod order_ids;
mod pack_left;
mod parcel;
pub(crate) mod payment;
pub(crate) mod placing;
pub(crate) mod reserved_packs;
mod return_terms;
mod source;
pub(crate) mod transitions;
pub(crate) mod view;
