//! PostgreSQL and NATS as processes: finds, starts, awaits and stops them.

pub(crate) mod installation;
pub(crate) mod nats;
pub(crate) mod port;
pub(crate) mod postgres;
pub(crate) mod process;
pub(crate) mod source;
