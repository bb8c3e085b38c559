//! Webhooks: signed events that are sent until they are accepted.

mod event;
mod log;
mod sender;

pub(crate) use self::{
    event::{Delivery, Event},
    sender::Webhooks,
};
