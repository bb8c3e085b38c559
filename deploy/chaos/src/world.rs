//! What the machine below the shop does to it.
//!
//! Stories about disks mount file systems. They run in a mount namespace of their own, so that whatever is mounted goes with
//! them, however they end; where that cannot be, they say why, and what comes nearest.

mod account;
/// The clocks of programs are wrong, and step.
pub mod clock;
mod disk;
/// A disk fills up below PostgreSQL, and below NATS.
pub mod disk_full;
mod events;
mod flood;
mod ground;
mod held;
mod memory;
mod namespace;
mod ordeal;
/// More clients than the shop can serve, and slow ones.
pub mod overload;
/// The power goes while orders are written.
pub mod power_cut;
mod report;

pub use namespace::enter as enter_namespace;
pub use report::Seen;
