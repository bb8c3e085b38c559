//! One shop under faults: what shoppers were answered so far, and a line about each fault.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use crate::{
    fleet::Fleet,
    invariant::{Evidence, Finding},
    invariants,
    ledger::Ledger,
    load::{Manner, Shoppers},
    table::{Line, Table},
};

/// Shoppers at the same time; each tries an order until it is answered.
const SHOPPERS: usize = 8;

/// Orders that are taken before a fault, and after it, before it counts as over.
const ORDERS: usize = 60;

/// How soon so many orders are taken once a fault is over.
const RECOVERED_WITHIN: Duration = Duration::from_secs(15);

/// How often the shop's silence is measured.
const LISTEN_EVERY: Duration = Duration::from_millis(5);

/// A fault, and what it may break.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    /// Its number in the reliability list, and a few words.
    pub(crate) name: &'static str,
    /// Findings that are no failure, each with the most that may be found; all others have to be 0.
    pub(crate) may: &'static [(&'static str, usize)],
}

impl Fault {
    /// One that may break nothing.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, may: &[] }
    }
}

/// A shop that suffers one fault after the other.
#[derive(Debug)]
pub(crate) struct Trial {
    pub(crate) fleet: Fleet,
    pub(crate) shoppers: Shoppers,
    /// How many times longer everything may take than was promised, on a machine that is busy with something else.
    slack: u32,
    ledger: Ledger,
    /// What was broken by earlier faults.
    known: Vec<Finding>,
    table: Table,
}

impl Trial {
    /// A shop of its own, as [`Fleet::start`] makes one.
    pub(crate) async fn start(
        programs: &Path,
        log: &Path,
        counts: &[(&str, usize)],
        slack: u32,
    ) -> anyhow::Result<Self> {
        let fleet = Fleet::start(programs, log, counts).await?;
        Ok(Self {
            shoppers: Shoppers::of(fleet.gateways()).await?,
            fleet,
            slack,
            ledger: Ledger::default(),
            known: Vec::new(),
            table: Table::default(),
        })
    }

    /// Fails when something took longer than was promised.
    pub(crate) fn in_time(&self, what: &str, took: Duration, promised: Duration) -> anyhow::Result<()> {
        let most = promised * self.slack;
        ensure!(took < most, "{what} took {took:?}, and may take {most:?}");
        Ok(())
    }

    /// Everything that was seen.
    pub(crate) fn end(self) -> Table {
        self.table
    }

    /// Shoppers order before, during and after a fault; `strike` ends when the fault does. Fails when the shop does not
    /// recover, and when an invariant is broken.
    pub(crate) async fn under_load(
        &mut self,
        fault: Fault,
        strike: impl AsyncFnOnce(&mut Fleet, &Shoppers) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.under_load_of(Manner::UntilAnswered, fault, strike).await
    }

    /// The same with shoppers of another manner; no attempt of theirs may fail.
    pub(crate) async fn under_load_of(
        &mut self,
        manner: Manner,
        fault: Fault,
        strike: impl AsyncFnOnce(&mut Fleet, &Shoppers) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Self { fleet, shoppers, .. } = self;
        let enough = AtomicBool::new(false);
        let load = shoppers.order_until(manner, SHOPPERS, &enough);
        let breaking = async {
            let broken = async {
                shoppers.until_ended(ORDERS).await?;
                strike(fleet, shoppers).await?;
                let over = Instant::now();
                shoppers.until_ended(ORDERS).await?;
                anyhow::Ok(over.elapsed())
            };
            let broken = broken.await.with_context(|| format!("fault {}", fault.name));
            enough.store(true, Ordering::Relaxed);
            broken
        };
        let watching = longest_silence(shoppers, &enough);
        let (ledger, recovered_after, silence) = tokio::join!(load, breaking, watching);
        let recovered_after = recovered_after?;
        ensure!(ledger.failures() == 0, "fault {}: {ledger}", fault.name);
        self.in_time(fault.name, recovered_after, RECOVERED_WITHIN)?;
        self.settle(fault, ledger, Some((silence, recovered_after))).await
    }

    /// Writes a line about a fault that its story has looked at by itself; the invariants are checked with those that follow.
    pub(crate) fn note(&mut self, fault: Fault, ledger: Ledger) {
        let line = Line {
            fault: fault.name,
            attempts: ledger.attempts(),
            acknowledged: ledger.placed().count(),
            refused: ledger.refused(),
            findings: Vec::new(),
            times: None,
            settled_after: None,
        };
        self.ledger.join(ledger);
        eprintln!("{line}");
        self.table.add(line);
    }

    /// Waits until all is settled after a fault that met these shoppers, checks every invariant, and writes a line.
    pub(crate) async fn settle(
        &mut self,
        fault: Fault,
        ledger: Ledger,
        times: Option<(Duration, Duration)>,
    ) -> anyhow::Result<()> {
        let began = Instant::now();
        let (attempts, refused) = (ledger.attempts(), ledger.refused());
        let acknowledged = ledger.placed().count();
        self.ledger.join(ledger);
        let evidence = Evidence {
            fleet: &self.fleet,
            ledger: &self.ledger,
        };
        let found = invariants::check(evidence).await;
        let found = found.with_context(|| format!("after fault {}", fault.name))?;
        let new = found.iter().map(|finding| {
            let before = self.known.iter().find(|known| known.what == finding.what);
            Finding::new(
                finding.what,
                finding
                    .count
                    .saturating_sub(before.map_or(0, |known| known.count)),
            )
        });
        let findings: Vec<_> = new.collect();
        self.known = found;
        let line = Line {
            fault: fault.name,
            attempts,
            acknowledged,
            refused,
            findings: findings.clone(),
            times,
            settled_after: Some(began.elapsed()),
        };
        eprintln!("{line}");
        self.table.add(line);
        for Finding { what, count } in findings {
            let most = fault.may.iter().find(|(may, _)| *may == what);
            let most = most.map_or(0, |(_, most)| *most);
            ensure!(
                count <= most,
                "after fault {}: {what}: {count}\n{}",
                fault.name,
                self.table
            );
        }
        Ok(())
    }
}

async fn longest_silence(shoppers: &Shoppers, enough: &AtomicBool) -> Duration {
    let (mut longest, mut last, mut heard) = (Duration::ZERO, shoppers.ended(), Instant::now());
    while !enough.load(Ordering::Relaxed) {
        let now = shoppers.ended();
        if now != last {
            (last, heard) = (now, Instant::now());
        }
        longest = longest.max(heard.elapsed());
        tokio::time::sleep(LISTEN_EVERY).await;
    }
    longest
}
