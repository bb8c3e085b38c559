//! The SQL of identity, one file a table and one function a question. Time is the database's, so that replicas agree.

pub mod account_codes;
pub mod accounts;
pub mod addresses;
pub mod codes;
pub mod counters;
pub mod data_requests;
pub mod erasures;
pub mod known_devices;
pub mod mail_queue;
pub mod sessions;
