//! What shoppers were answered, held against what the shop kept.

use std::{collections::BTreeSet, fmt, time::Duration};

use anyhow::{Context as _, ensure};
use sqlx::PgPool;
use uuid::Uuid;

/// How long the events of all orders may take to be told once the load is over.
const TOLD_WITHIN: Duration = Duration::from_mins(1);

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

    fn failed(&self) -> impl Iterator<Item = &str> {
        self.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Failed(why) => Some(why.as_str()),
            Outcome::Placed(_) => None,
        })
    }

    fn placed(&self) -> impl Iterator<Item = Uuid> {
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

/// Fails unless every order that a shopper was promised is kept, each attempt got an order of its own, and nothing else is
/// kept than what was promised and at most one order for each attempt that failed.
pub(crate) async fn check(ledgers: &[&Ledger], orders: &PgPool) -> anyhow::Result<()> {
    let promised: Vec<_> = ledgers.iter().flat_map(|ledger| ledger.placed()).collect();
    let distinct: BTreeSet<_> = promised.iter().copied().collect();
    ensure!(
        distinct.len() == promised.len(),
        "two attempts were answered with the same order"
    );
    let kept: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM orders")
        .fetch_all(orders)
        .await?;
    let kept: BTreeSet<_> = kept.into_iter().collect();
    let lost = distinct.difference(&kept).count();
    ensure!(lost == 0, "{lost} orders were promised and are not kept");
    let unknown = kept.difference(&distinct).count();
    let failed = ledgers.iter().map(|ledger| ledger.failures()).sum();
    ensure!(
        unknown <= failed,
        "{unknown} orders are kept that nobody was told of, after {failed} failures"
    );
    Ok(())
}

/// Ends when every event of a service was told.
pub(crate) async fn all_told(database: &PgPool) -> anyhow::Result<()> {
    let telling = async {
        let waiting = "SELECT count(*) FROM outbox WHERE published_at IS NULL";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(database).await? > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::Ok(())
    };
    let told = tokio::time::timeout(TOLD_WITHIN, telling).await;
    told.context("events of orders were not told")?
}
