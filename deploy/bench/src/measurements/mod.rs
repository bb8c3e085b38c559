//! The measurements: reads, single calls, orders, hot and many packs, events, logins, the office's searches,
//! imports, and memory over time.

pub(crate) mod events;
pub(crate) mod imports;
pub(crate) mod logins;
pub(crate) mod one_call;
pub(crate) mod orders;
pub(crate) mod packs;
pub(crate) mod reads;
pub(crate) mod round_trips;
pub(crate) mod searches;
pub(crate) mod soak;
