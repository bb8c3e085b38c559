//! Work that happens later: durable, leased, tried again by a schedule, and never given up unseen.
//!
//! [`enqueue`] puts a job into the transaction that decides it. A [`Worker`] claims what is due, renews the lease while the
//! [`Handler`] works, and removes what is done. What can never succeed, or failed too often, stays as a dead row with its
//! reason, and is counted for operators.
//!
//! [`sweep`] does what comes again: once a period over all replicas, in batches, each sweep by itself.
//!
//! Both need [`MIGRATIONS`] in the service's own database. It carries kinds and payloads, and knows no shop.

mod kind;
mod queue;
mod sweep;
mod worker;

pub use kind::{Failure, Kind};
pub use queue::{Job, count_dead, enqueue};
use sqlx::migrate::Migrator;
pub use sweep::{BATCH, Left, Sweep, sweep};
pub use worker::{Handler, Waker, Worker};

/// The tables `jobs` and `sweeps`; versions begin at 8,000,000.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long a job or a sweep belongs to its holder without a renewal: renewed while the work lasts, and free for other replicas
/// when the holder died.
const LEASE_SECONDS: f64 = 30.0;
