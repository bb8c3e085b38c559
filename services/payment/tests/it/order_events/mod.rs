//! Order events that arrive while a payment is open.

mod cancelled;
mod events;
mod paid;
