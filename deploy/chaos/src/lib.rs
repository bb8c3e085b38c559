//! The shop as a cluster runs it, on one machine: every program a process of its own, several of some, behind names with
//! several addresses; shoppers who keep a ledger of what they were answered; and stories of what is taken away meanwhile.

mod addresses;
/// Everything that is taken away from a shop under load, one fault after the other.
pub mod faults;
mod fleet;
mod invariants;
mod ledger;
mod load;
mod program;
mod replica;
/// Orders over three replicas, one of which is killed.
pub mod replicas;
/// A new version takes the place of an older one, program by program.
pub mod upgrade;
/// What the machine below the shop does to it: power, disks, clocks, memory, and more clients than it can serve.
pub mod world;

pub use fleet::Fleet;
