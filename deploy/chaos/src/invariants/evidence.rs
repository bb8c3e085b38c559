//! The input and the result of an invariant's check.

use futures_util::future::LocalBoxFuture;

use crate::{fleet::Fleet, load::history::History};

/// The data for a check after a fault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence<'a> {
    /// The shop with its databases, streams and mails.
    pub(crate) fleet: &'a Fleet,
    /// All responses to shoppers of this fleet so far.
    pub(crate) history: &'a History,
}

/// The number of violations of an invariant so far; 0 is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Finding {
    /// A short description; the heading of a column.
    pub(crate) what: &'static str,
    pub(crate) count: usize,
}

impl Finding {
    pub(crate) fn new(what: &'static str, count: usize) -> Self {
        Self { what, count }
    }
}

/// Waits for a service to finish its work, within a limit, and counts violations. Fails only if it cannot
/// check.
pub(crate) type Check = for<'a> fn(Evidence<'a>) -> LocalBoxFuture<'a, anyhow::Result<Vec<Finding>>>;
