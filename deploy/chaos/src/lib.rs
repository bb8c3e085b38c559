//! The shop as in a cluster, on one machine: a process per replica, behind names with several addresses.
//! Shoppers record their responses. Experiments inject faults under load and check invariants afterwards.

mod eventually;
mod experiments;
mod fleet;
mod harness;
mod invariants;
mod load;
mod machine;
mod mails;
mod stream;

pub use experiments::{buyers, faults, payments, point_in_time_restore, replicas, restore, steps, upgrade};
pub use fleet::Fleet;
pub use harness::report::Report;
pub use machine::{clock, disk_full, namespace::enter as enter_namespace, overload, power_cut};
