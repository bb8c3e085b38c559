//! The measured shop: its processes and its callers.

pub(crate) mod callers;
pub(crate) mod cpu;
pub(crate) mod owner;
pub(crate) mod process;
pub(crate) mod programs;
pub(crate) mod registry;
