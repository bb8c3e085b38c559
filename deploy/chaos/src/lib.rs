//! The shop as a cluster runs it, on one machine: every program a process of its own, several of some, behind names with
//! several addresses; shoppers who keep a ledger of what they were answered; and stories of what is taken away meanwhile.

mod addresses;
/// Many who want the few packs there are.
pub mod buyers;
/// Everything that is taken away from a shop under load, one fault after the other.
pub mod faults;
mod fleet;
mod invariant;
mod invariants;
mod ledger;
mod load;
mod mails;
mod orders;
mod poison;
mod program;
mod refusals;
mod replica;
/// Orders over three replicas, one of which is killed.
pub mod replicas;
/// Every database is lost and comes back from a copy and its log, and the streams from the databases.
pub mod restore;
mod rollout;
/// Programs that die at one exact step, and what is quick and exact besides.
pub mod steps;
mod stream;
mod table;
mod trial;
/// A new version takes the place of an older one, program by program.
pub mod upgrade;
mod wire;
/// What the machine below the shop does to it: power, disks, clocks, memory, and more clients than it can serve.
pub mod world;

pub use fleet::Fleet;
pub use table::Table;
