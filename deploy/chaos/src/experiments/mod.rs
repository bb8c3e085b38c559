//! The experiments: each injects faults into the shop.

/// Many buyers of few packs.
pub mod buyers;
pub(crate) mod contention;
/// All faults under load, one after the other.
pub mod faults;
pub(crate) mod network;
/// Every scenario of the payment provider with every fault: each order is paid once, refunded once, or expires.
pub mod payments;
/// Databases are restored to an earlier moment: all of them with NATS kept or lost, and single ones.
pub mod point_in_time_restore;
pub(crate) mod poison;
/// Orders over three replicas, one of which is killed.
pub mod replicas;
/// Every database is lost and restored from a base backup and its WAL, and the streams are restored from the
/// databases.
pub mod restore;
pub(crate) mod rollout;
/// Programs that die at an exact step, and other quick, exact faults.
pub mod steps;
/// A rolling upgrade from an older version, program by program.
pub mod upgrade;
