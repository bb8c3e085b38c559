//! What orders get of what is there, decided without a database.

pub(crate) mod allocation;
pub(crate) mod change_plan;
pub(crate) mod plan;
