//! From the outbox to the stream: batches, what the server acknowledged, and a stream that was lost.

pub(crate) mod batch;
pub(crate) mod depth;
pub(crate) mod low_water;
pub(crate) mod relay;
pub(crate) mod watch;
