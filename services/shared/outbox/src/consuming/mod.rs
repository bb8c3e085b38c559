//! From the stream to a handler: claims, the inbox, order within an aggregate, and dead letters.

pub(crate) mod acknowledgement;
pub(crate) mod aggregate_queues;
pub(crate) mod consumer;
pub(crate) mod dead_letter;
pub(crate) mod handler;
pub(crate) mod inbox;
pub(crate) mod processing;
pub(crate) mod subscription;
pub(crate) mod unclaimed;
