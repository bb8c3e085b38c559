//! Stories about the whole shop: real engines, every service, the gateway.

mod architecture;
mod buying;
mod faults;
mod shop;
mod traces;
