//! Webhooks: what happened, signed and sent until it is taken.

mod event;
mod log;
mod sender;

pub(crate) use self::{
    event::{Delivery, Event},
    sender::Webhooks,
};
