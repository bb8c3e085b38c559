//! What is taken away from the shop and its programs, an experiment each.

/// Many who want the few packs there are.
pub mod buyers;
pub(crate) mod contention;
/// Everything that is taken away from a shop under load, one fault after the other.
pub mod faults;
pub(crate) mod network;
/// Every script of the payment provider under every fault: each order is paid once, refunded once, or expires.
pub mod payments;
pub(crate) mod poison;
/// Orders over three replicas, one of which is killed.
pub mod replicas;
/// Every database is lost and comes back from a copy and its log, and the streams from the databases.
pub mod restore;
pub(crate) mod rollout;
/// Databases go back to a moment before: all of them with NATS kept or lost, and single ones.
pub mod set_back;
/// Programs that die at one exact step, and what is quick and exact besides.
pub mod steps;
/// A new version takes the place of an older one, program by program.
pub mod upgrade;
