//! What the machine below the shop does to it: power, disks, clocks, memory, and more clients than it can serve.
//!
//! Experiments with disks mount file systems. They run in a mount namespace of their own, so that whatever is mounted goes with
//! them, however they end; where that cannot be, they say why, and what comes nearest.

/// The clocks of programs are wrong, and step.
pub mod clock;
pub(crate) mod disk;
/// A disk fills up below PostgreSQL, and below NATS.
pub mod disk_full;
pub(crate) mod memory;
pub(crate) mod namespace;
/// More clients than the shop can serve, and slow ones.
pub mod overload;
/// The power goes while orders are written.
pub mod power_cut;
pub(crate) mod report;
pub(crate) mod shop_on_disk;
pub(crate) mod stored_events;
