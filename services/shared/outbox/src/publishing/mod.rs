//! From the outbox to the stream: batches, acknowledgements, and refilling lost streams.

pub(crate) mod batch;
pub(crate) mod depth;
pub(crate) mod low_water;
pub(crate) mod relay;
pub(crate) mod watch;
