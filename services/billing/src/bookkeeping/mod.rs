//! Books the money of events from other services.

pub(crate) mod consumers;
mod settlement_event;
mod values;
