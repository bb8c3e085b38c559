use std::{fmt, path::Path};

use anyhow::ensure;

use crate::{
    fleet::Fleet,
    invariants,
    load::{
        history::History,
        shoppers::{RetryPolicy, Shoppers},
    },
};

/// Concurrent shoppers.
const CONCURRENCY: usize = 12;

/// The results.
#[derive(Debug)]
pub struct Report {
    /// True if programs found each other by names with several addresses, and not by a list of addresses.
    pub resolves_names: bool,
    /// Orders that each replica took while all were running.
    pub shares: Vec<u64>,
    with_key_and_retry: History,
    with_key: History,
    plain: History,
}

impl Report {
    /// The busiest replica's share of all calls, in percent.
    pub fn busiest_percent(&self) -> u64 {
        let all: u64 = self.shares.iter().sum();
        self.shares.iter().max().map_or(0, |most| most * 100 / all.max(1))
    }

    /// Attempts and failures of shoppers who retried with their key while a replica was killed.
    pub fn with_key_and_retry(&self) -> (usize, usize) {
        counts(&self.with_key_and_retry)
    }

    /// Attempts and failures of shoppers who took the first response, with a key and without.
    pub fn without_retry(&self) -> [(usize, usize); 2] {
        [counts(&self.with_key), counts(&self.plain)]
    }
}

fn counts(history: &History) -> (usize, usize) {
    (history.attempts(), history.failures())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = if self.resolves_names {
            "names with several addresses"
        } else {
            "lists of addresses"
        };
        writeln!(f, "two gateways, three order replicas, found under {found}")?;
        let (shares, busiest) = (&self.shares, self.busiest_percent());
        writeln!(
            f,
            "  calls that each replica took: {shares:?}, the busiest {busiest} %"
        )?;
        writeln!(f, "  one of three killed under load:")?;
        writeln!(f, "  key, tried again: {}", self.with_key_and_retry)?;
        writeln!(f, "  key, first answer: {}", self.with_key)?;
        write!(f, "  no key, first answer: {}", self.plain)
    }
}

/// Places orders through two gateways over three replicas, then again while one replica is killed. Fails if a
/// confirmed order is lost, duplicated or not published.
pub async fn run(programs: &Path, log: &Path, orders: usize) -> anyhow::Result<Report> {
    measure(programs, log, orders, RetryPolicy::KeyAndRetry).await
}

/// The same beside other tests, which may slow the shop down: shoppers with a key retry until there is a
/// response.
pub async fn run_with_retries(programs: &Path, log: &Path, orders: usize) -> anyhow::Result<Report> {
    measure(programs, log, orders, RetryPolicy::UntilAnswered).await
}

async fn measure(programs: &Path, log: &Path, orders: usize, again: RetryPolicy) -> anyhow::Result<Report> {
    let mut fleet = Fleet::start(programs, log, &[("order", 3), ("inventory", 2), ("gateway", 2)]).await?;
    let shoppers = Shoppers::connect(fleet.gateways()).await?;
    let evenly = shoppers.place_orders(again, CONCURRENCY, orders).await;
    let shares = fleet.calls_answered("order", "PlaceOrder").await?;

    let each = CONCURRENCY / 3;
    let load = async {
        tokio::join!(
            shoppers.place_orders(again, each, orders / 3),
            shoppers.place_orders(RetryPolicy::KeyOnly, each, orders / 3),
            shoppers.place_orders(RetryPolicy::Plain, each, orders / 3),
        )
    };
    let killing = async {
        shoppers.wait_for_attempts(orders / 3).await?;
        fleet.kill("order")
    };
    let ((with_key_and_retry, with_key, plain), killed) = tokio::join!(load, killing);
    killed?;

    let mut history = History::default();
    for part in [&evenly, &with_key_and_retry, &with_key, &plain] {
        history.merge(part.clone());
    }
    invariants::ensure_all(&fleet, &history).await?;
    ensure!(evenly.failures() == 0, "with nothing lost: {evenly}");
    Ok(Report {
        resolves_names: fleet.resolves_names(),
        shares,
        with_key_and_retry,
        with_key,
        plain,
    })
}
