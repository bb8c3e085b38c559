//! The shop as a cluster runs it, on one machine: every program a process of its own, several of some, behind names with
//! several addresses; shoppers who keep a history of what they were answered; and experiments, each of which injects faults
//! under load and checks what must hold afterwards.

mod eventually;
mod experiments;
mod fleet;
mod harness;
mod invariants;
mod load;
mod machine;
mod mails;
mod stream;

pub use experiments::{buyers, faults, payments, replicas, restore, set_back, steps, upgrade};
pub use fleet::Fleet;
pub use harness::report::Report;
pub use machine::{clock, disk_full, namespace::enter as enter_namespace, overload, power_cut};
