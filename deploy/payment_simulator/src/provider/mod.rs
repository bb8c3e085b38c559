//! The operations of a provider: links, payments, refunds, disputes and events.

mod account;
mod closing;
mod disputing;
mod held_answers;
mod linking;
mod paying;
mod refunding;

pub(crate) use self::{
    account::Provider,
    linking::NewLink,
    paying::{Button, Outcome},
    refunding::NewRefund,
};
