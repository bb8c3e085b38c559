//! The responses to shoppers.

use std::{collections::BTreeSet, fmt};

use uuid::Uuid;

/// An order as in the response to a shopper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) order: Uuid,
    pub(crate) total_paise: i64,
}

/// The outcome of an attempt for the shopper.
#[derive(Debug, Clone)]
pub(crate) enum AttemptOutcome {
    /// A 201 response with this order.
    Placed(Placed),
    /// No order, as far as the shopper knows.
    Failed(String),
}

/// All attempts of a kind of shopper.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    outcomes: Vec<AttemptOutcome>,
    requests: usize,
}

impl History {
    /// Records an attempt and its number of requests.
    pub(crate) fn record(&mut self, outcome: AttemptOutcome, requests: usize) {
        self.outcomes.push(outcome);
        self.requests += requests;
    }

    /// Merges the histories of all shoppers.
    pub(crate) fn merged<'a>(histories: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for history in histories {
            all.merge(history.clone());
        }
        all
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.outcomes.extend(other.outcomes);
        self.requests += other.requests;
    }

    pub(crate) fn attempts(&self) -> usize {
        self.outcomes.len()
    }

    /// The number of requests without a 201 response, including those that were retried.
    pub(crate) fn refused(&self) -> usize {
        self.requests - self.placed().count()
    }

    pub(crate) fn failures(&self) -> usize {
        self.failed().count()
    }

    /// The reasons of failed attempts.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &str> {
        self.outcomes.iter().filter_map(|outcome| match outcome {
            AttemptOutcome::Failed(why) => Some(why.as_str()),
            AttemptOutcome::Placed(_) => None,
        })
    }

    pub(crate) fn placed(&self) -> impl Iterator<Item = Placed> {
        self.outcomes.iter().filter_map(|outcome| match outcome {
            AttemptOutcome::Placed(placed) => Some(*placed),
            AttemptOutcome::Failed(_) => None,
        })
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attempts, {} failed", self.attempts(), self.failures())?;
        let reasons: BTreeSet<_> = self.failed().take(5).collect();
        for reason in reasons {
            write!(f, "\n    {reason}")?;
        }
        Ok(())
    }
}
