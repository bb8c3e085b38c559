//! Money that other services tell of, on its way into the books.

pub(crate) mod events_heard;
mod settlements_heard;
mod values;
