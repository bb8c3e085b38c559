//! From the stream to a handler: claims, the inbox, order within an aggregate, and dead letters.

pub(crate) mod consumer;
pub(crate) mod dead_letter;
pub(crate) mod handler;
pub(crate) mod in_hand;
pub(crate) mod in_order;
pub(crate) mod inbox;
pub(crate) mod settle;
pub(crate) mod subscription;
pub(crate) mod unclaimed;
