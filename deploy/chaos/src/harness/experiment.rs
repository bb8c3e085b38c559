//! A shop that goes through one fault after the other: the responses to shoppers so far, and a report row per
//! fault.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use crate::{
    fleet::Fleet,
    harness::{
        injection::{Injected, Load, inject_under_load},
        report::{FaultResult, Report},
    },
    invariants::{self, evidence::Finding},
    load::{
        history::History,
        shoppers::{RetryPolicy, Shoppers},
    },
};

/// Concurrent shoppers. Each retries an order until it is answered.
const SHOPPERS: usize = 8;

/// Orders taken before a fault, and after it until it counts as over.
const ORDERS: usize = 60;

/// The time limit for these orders after a fault.
const RECOVERED_WITHIN: Duration = Duration::from_secs(15);

/// A fault and its tolerated findings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    /// Its number in the reliability list, and a short description.
    pub(crate) name: &'static str,
    /// Findings that are no failure, each with its maximum. All others must be 0.
    pub(crate) tolerated: &'static [(&'static str, usize)],
}

impl Fault {
    /// A fault without tolerated findings.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, tolerated: &[] }
    }
}

/// A shop into which faults are injected, one after the other.
#[derive(Debug)]
pub(crate) struct Experiment {
    pub(crate) fleet: Fleet,
    pub(crate) shoppers: Shoppers,
    /// The factor for all time limits, on a machine with other work.
    slack: u32,
    history: History,
    /// Findings of earlier faults.
    known: Vec<Finding>,
    report: Report,
}

impl Experiment {
    /// Starts a shop of its own, like [`Fleet::start`].
    pub(crate) async fn start(
        programs: &Path,
        log: &Path,
        counts: &[(&str, usize)],
        slack: u32,
    ) -> anyhow::Result<Self> {
        let fleet = Fleet::start(programs, log, counts).await?;
        Ok(Self {
            shoppers: Shoppers::connect(fleet.gateways()).await?,
            fleet,
            slack,
            history: History::default(),
            known: Vec::new(),
            report: Report::default(),
        })
    }

    /// Fails if an operation took longer than the limit.
    pub(crate) fn ensure_within(&self, what: &str, took: Duration, promised: Duration) -> anyhow::Result<()> {
        let most = promised * self.slack;
        ensure!(took < most, "{what} took {took:?}, and may take {most:?}");
        Ok(())
    }

    /// The report about all faults so far.
    pub(crate) fn into_report(self) -> Report {
        self.report
    }

    /// Places orders before, during and after a fault; `inject` ends when the fault does. Fails if the shop
    /// does not recover, or if an invariant is broken.
    pub(crate) async fn inject(
        &mut self,
        fault: Fault,
        inject: impl AsyncFnOnce(&mut Fleet, &Shoppers) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.inject_with(RetryPolicy::UntilAnswered, fault, inject).await
    }

    /// The same with another retry policy. No attempt may fail.
    pub(crate) async fn inject_with(
        &mut self,
        policy: RetryPolicy,
        fault: Fault,
        inject: impl AsyncFnOnce(&mut Fleet, &Shoppers) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Self { fleet, shoppers, .. } = self;
        let load = Load {
            shoppers,
            policy,
            concurrency: SHOPPERS,
            orders: ORDERS,
        };
        let injecting = inject_under_load(load, fault.name, async || inject(fleet, shoppers).await);
        let Injected {
            history,
            silence,
            recovery,
            ..
        } = injecting.await?;
        ensure!(history.failures() == 0, "fault {}: {history}", fault.name);
        self.ensure_within(fault.name, recovery, RECOVERED_WITHIN)?;
        self.verify(fault, history, Some((silence, recovery))).await
    }

    /// Adds a row about a fault that was verified already. The invariants are checked with later faults.
    pub(crate) fn record(&mut self, fault: Fault, history: History) {
        let row = FaultResult {
            fault: fault.name,
            attempts: history.attempts(),
            acknowledged: history.placed().count(),
            refused: history.refused(),
            findings: Vec::new(),
            times: None,
            settled_after: None,
        };
        self.history.merge(history);
        eprintln!("{row}");
        self.report.add(row);
    }

    /// Waits until the shop has settled after a fault, checks every invariant, and adds a row.
    pub(crate) async fn verify(
        &mut self,
        fault: Fault,
        history: History,
        times: Option<(Duration, Duration)>,
    ) -> anyhow::Result<()> {
        let began = Instant::now();
        let (attempts, refused) = (history.attempts(), history.refused());
        let acknowledged = history.placed().count();
        self.history.merge(history);
        let found = invariants::check(&self.fleet, &self.history).await;
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
        let row = FaultResult {
            fault: fault.name,
            attempts,
            acknowledged,
            refused,
            findings: findings.clone(),
            times,
            settled_after: Some(began.elapsed()),
        };
        eprintln!("{row}");
        self.report.add(row);
        for Finding { what, count } in findings {
            let most = fault.tolerated.iter().find(|(tolerated, _)| *tolerated == what);
            let most = most.map_or(0, |(_, most)| *most);
            ensure!(
                count <= most,
                "after fault {}: {what}: {count}\n{}",
                fault.name,
                self.report
            );
        }
        Ok(())
    }
}
