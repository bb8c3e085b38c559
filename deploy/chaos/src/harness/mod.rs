//! The frame of an experiment: a fault is injected under load, and its effects are reported.

pub(crate) mod experiment;
pub(crate) mod injection;
pub(crate) mod report;
