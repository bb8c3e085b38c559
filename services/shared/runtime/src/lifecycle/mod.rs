//! The life of a program: settings, frame, tasks, and graceful shutdown.

pub(crate) mod frame;
mod health_check;
pub(crate) mod program;
pub(crate) mod shutdown;
mod supervisor;
