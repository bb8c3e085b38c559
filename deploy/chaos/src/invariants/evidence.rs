//! What a check of an invariant looks at, and what it answers.

use futures_util::future::LocalBoxFuture;

use crate::{fleet::Fleet, load::history::History};

/// What a check may look at once a fault is over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence<'a> {
    /// Where things are stored, published and mailed.
    pub(crate) fleet: &'a Fleet,
    /// What all shoppers of this fleet were answered so far.
    pub(crate) history: &'a History,
}

/// How often a promise was broken so far; 0 is what is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Finding {
    /// A few words; the head of a column.
    pub(crate) what: &'static str,
    pub(crate) count: usize,
}

impl Finding {
    pub(crate) fn new(what: &'static str, count: usize) -> Self {
        Self { what, count }
    }
}

/// Waits until a service has settled what it still had to do, for as long as it may take, and counts what is broken. Fails
/// only when it cannot look.
pub(crate) type Check = for<'a> fn(Evidence<'a>) -> LocalBoxFuture<'a, anyhow::Result<Vec<Finding>>>;
