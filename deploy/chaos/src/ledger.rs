//! What shoppers were answered.

use std::{collections::BTreeSet, fmt};

use uuid::Uuid;

/// How one attempt to order ended for the shopper.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// 201 with this order.
    Placed(Uuid),
    /// No order, as far as the shopper knows.
    Failed(String),
}

/// Every attempt of a kind of shopper.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    outcomes: Vec<Outcome>,
}

impl Ledger {
    pub(crate) fn note(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.outcomes.extend(other.outcomes);
    }

    pub(crate) fn attempts(&self) -> usize {
        self.outcomes.len()
    }

    pub(crate) fn failures(&self) -> usize {
        self.failed().count()
    }

    /// Why attempts failed.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &str> {
        self.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Failed(why) => Some(why.as_str()),
            Outcome::Placed(_) => None,
        })
    }

    pub(crate) fn placed(&self) -> impl Iterator<Item = Uuid> {
        self.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Placed(order) => Some(*order),
            Outcome::Failed(_) => None,
        })
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} attempts, {} failed", self.attempts(), self.failures())?;
        let reasons: BTreeSet<_> = self.failed().take(5).collect();
        for reason in reasons {
            write!(f, "\n    {reason}")?;
        }
        Ok(())
    }
}
