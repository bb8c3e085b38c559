//! Stories about the whole shop: real engines, every service, the gateway.

mod accounts;
mod architecture;
mod buying;
mod calls;
mod contact;
mod faults;
mod reviews;
mod shop;
mod traces;
