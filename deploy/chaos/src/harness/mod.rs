//! How an experiment runs: a fault is injected under load, and what it did is reported.

pub(crate) mod experiment;
pub(crate) mod injection;
pub(crate) mod report;
