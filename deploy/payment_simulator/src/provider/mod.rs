//! What a provider does with money: opens links, takes payments, gives refunds, and tells.

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
