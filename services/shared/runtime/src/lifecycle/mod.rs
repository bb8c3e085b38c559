//! A program from its first line to its last: settings, frame, tasks, and a stop in order.

pub(crate) mod frame;
mod health_check;
pub(crate) mod program;
pub(crate) mod shutdown;
mod supervisor;
