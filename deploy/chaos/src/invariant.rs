//! What a check of an invariant looks at, and what it answers.

use std::time::Duration;

use futures_util::future::LocalBoxFuture;

use crate::{fleet::Fleet, ledger::Ledger};

/// How often what is waited for is looked at.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(100);

/// What everybody knows once a fault is over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evidence<'a> {
    /// Where things are kept, told and mailed.
    pub(crate) fleet: &'a Fleet,
    /// What all shoppers of this fleet were answered so far.
    pub(crate) ledger: &'a Ledger,
}

/// How often a promise was broken so far; 0 is what everybody wants.
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

/// Asks every so often until `is_settled`; answers false when it never was within the time.
pub(crate) async fn settles(
    within: Duration,
    mut is_settled: impl AsyncFnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<bool> {
    let asking = async {
        while !is_settled().await? {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(true)
    };
    tokio::time::timeout(within, asking).await.unwrap_or(Ok(false))
}
