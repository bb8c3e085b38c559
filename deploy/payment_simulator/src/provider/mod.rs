//! The operations of a provider: links, payments, refunds, disputes and events.

mod account;
mod disputes;
mod held_responses;
mod link_expiry;
mod links;
mod payments;
mod refunds;

pub(crate) use self::{
    account::Provider,
    links::NewLink,
    payments::{Button, PaymentOutcome},
    refunds::NewRefund,
};
