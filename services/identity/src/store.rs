//! The SQL of identity, one file a table and one function a question. Time is the database's, so that replicas agree.

pub mod accounts;
pub mod codes;
pub mod counters;
pub mod known_devices;
pub mod mail_queue;
pub mod sessions;

/// Rows cleared away by one statement, so that it is far from the statement timeout and holds few locks.
pub const BATCH: i64 = 1_000;
