//! The SQL of identity, one file a table and one function a question. Time is the database's, so that replicas agree.

pub mod accounts;
pub mod codes;
pub mod counters;
pub mod known_devices;
pub mod mail_queue;
pub mod sessions;
