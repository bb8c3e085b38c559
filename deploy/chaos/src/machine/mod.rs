//! Faults of the machine: power, disks, clocks, memory, and overload.
//!
//! Experiments with disks mount file systems in a mount namespace of their own, so that the mounts end with
//! them. If that is not possible, the report says why and names the closest test.

/// Program clocks that are wrong or step.
pub mod clock;
pub(crate) mod disk;
/// A full disk for PostgreSQL, and for NATS.
pub mod disk_full;
pub(crate) mod memory;
pub(crate) mod namespace;
/// More clients than the shop can serve, and slow clients.
pub mod overload;
/// A power cut while orders are written.
pub mod power_cut;
pub(crate) mod report;
pub(crate) mod shop_on_disk;
pub(crate) mod stored_events;
