use std::{
    fmt,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use crate::{
    experiments::rollout::stop_oldest,
    fleet::{
        Fleet,
        program::{GATEWAY, PROGRAMS},
    },
    invariants,
    load::{
        history::History,
        shoppers::{RetryPolicy, Shoppers},
    },
};

/// Concurrent shoppers per retry policy.
const CONCURRENCY: usize = 2;

/// Orders that are taken while an old and a new replica of a program run together.
const ORDERS_WITH_BOTH_VERSIONS: usize = 300;

/// The results.
#[derive(Debug)]
pub struct Report {
    with_key_and_retry: History,
    plain: History,
    lines: Vec<String>,
}

impl Report {
    /// Attempts and failures of shoppers who retried with their key.
    pub fn with_key_and_retry(&self) -> (usize, usize) {
        (
            self.with_key_and_retry.attempts(),
            self.with_key_and_retry.failures(),
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "  {line}")?;
        }
        writeln!(f, "  key, tried again: {}", self.with_key_and_retry)?;
        write!(f, "  no key, first answer: {}", self.plain)
    }
}

/// Replaces the programs of `old` by those of `new`, one by one, while shoppers order. A service's new
/// version migrates the database that the old one still uses; both serve together for a while. Fails if a
/// confirmed order is lost or duplicated, or if the shop takes no orders.
pub async fn run(old: &Path, new: &Path, log: &Path) -> anyhow::Result<Report> {
    let mut fleet = Fleet::start(old, log, &[("order", 2), (GATEWAY, 2)]).await?;
    fleet.change_programs(new);
    let shoppers = Shoppers::connect(fleet.gateways()).await?;
    let enough = AtomicBool::new(false);
    let load = async {
        tokio::join!(
            shoppers.place_orders_until(RetryPolicy::KeyAndRetry, CONCURRENCY, &enough),
            shoppers.place_orders_until(RetryPolicy::Plain, CONCURRENCY, &enough),
        )
    };
    let replacing = async {
        let lines = replace_all(&mut fleet, &shoppers).await;
        enough.store(true, Ordering::Relaxed);
        lines
    };
    let ((with_key_and_retry, plain), lines) = tokio::join!(load, replacing);
    let mut history = with_key_and_retry.clone();
    history.merge(plain.clone());
    invariants::ensure_all(&fleet, &history).await?;
    Ok(Report {
        with_key_and_retry,
        plain,
        lines: lines?,
    })
}

async fn replace_all(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    shoppers.wait_for_attempts(ORDERS_WITH_BOTH_VERSIONS).await?;
    for name in PROGRAMS.iter().map(|program| program.name) {
        let old = fleet.count(name);
        let began = Instant::now();
        fleet.add_replica(name).await?;
        let started = began.elapsed();
        shoppers.use_gateways(fleet.gateways());
        shoppers.wait_for_attempts(ORDERS_WITH_BOTH_VERSIONS).await?;
        for number in 0..old {
            if number > 0 {
                fleet.add_replica(name).await?;
            }
            stop_oldest(fleet, shoppers, name).await?;
        }
        shoppers.wait_for_attempts(ORDERS_WITH_BOTH_VERSIONS).await?;
        lines.push(format!(
            "{name}: the new one was ready after {:.1} s, {ORDERS_WITH_BOTH_VERSIONS} orders beside the old one",
            started.as_secs_f64()
        ));
    }
    Ok(lines)
}
