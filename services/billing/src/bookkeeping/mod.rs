//! Books the money of events from other services.

pub(crate) mod events_heard;
mod settlements_heard;
mod values;
