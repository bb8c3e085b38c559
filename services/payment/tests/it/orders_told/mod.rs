//! What the order service tells of an order while money is asked for it.

mod cancelled;
mod events;
mod paid;
