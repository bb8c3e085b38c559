//! A durable job queue with leases, retries and dead-lettering, and periodic tasks.
//!
//! [`enqueue`] adds a job in the caller's transaction. A [`Worker`] claims due jobs, renews the lease while
//! the [`Handler`] runs, and removes finished jobs. Jobs that can never succeed or failed too often stay as
//! dead rows with their reason, and are counted for operators.
//!
//! [`run_periodic_tasks`] runs each [`PeriodicTask`] once per period over all replicas, in batches, and
//! independent of the others.
//!
//! Both need [`MIGRATIONS`] in the service's database. The crate knows nothing about the shop.

mod kind;
mod periodic_task;
mod queue;
mod worker;

pub use kind::{Failure, Kind};
pub use periodic_task::{BATCH, Left, PeriodicTask, run_periodic_tasks};
pub use queue::{Job, count_dead, enqueue};
use sqlx::migrate::Migrator;
pub use worker::{Handler, Waker, Worker};

/// The migrations of the tables `jobs` and `periodic_tasks`. Their versions start at 8,000,000.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long a lease of a job or periodic task lasts without renewal. After it, other replicas may take over.
const LEASE_SECONDS: f64 = 30.0;
