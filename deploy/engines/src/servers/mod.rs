//! PostgreSQL and NATS as processes: found on this machine, started, awaited, stopped.

pub(crate) mod installation;
pub(crate) mod nats;
pub(crate) mod port;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod source;
