//! The reports of experiments with the machine.

use std::{fmt, time::Duration};

use crate::{
    harness::injection::{Load, inject_under_load},
    load::{
        history::History,
        shoppers::{RetryPolicy, Shoppers},
    },
};

/// Concurrent shoppers. Each retries an order until it is answered.
const SHOPPERS: usize = 4;

/// The effects of one fault.
#[derive(Debug)]
pub(super) struct FaultResult {
    pub(super) name: &'static str,
    pub(super) attempts: usize,
    pub(super) failures: usize,
    /// The longest time without a 201 response, from before the fault until the recovery.
    pub(super) silence: Duration,
    /// The time from the end of the fault to the next orders.
    pub(super) recovery: Duration,
    /// Other observations.
    pub(super) remark: String,
}

impl FaultResult {
    /// Places `orders` orders, then injects the fault during more, then places as many again. Returns the
    /// fault's row, the responses to shoppers, and the result of the injection.
    pub(super) async fn measure<T>(
        shoppers: &Shoppers,
        name: &'static str,
        orders: usize,
        inject: impl AsyncFnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<(Self, History, T)> {
        let load = Load {
            shoppers,
            policy: RetryPolicy::UntilAnswered,
            concurrency: SHOPPERS,
            orders,
        };
        let injected = inject_under_load(load, name, inject).await?;
        let row = Self {
            name,
            attempts: injected.history.attempts(),
            failures: injected.history.failures(),
            silence: injected.silence,
            recovery: injected.recovery,
            remark: String::new(),
        };
        Ok((row, injected.history, injected.output))
    }
}

/// The results of an experiment.
#[derive(Debug, Default)]
pub struct Report {
    pub(super) rows: Vec<FaultResult>,
    /// Invariants that held at the end, and faults that cannot be injected here.
    pub(super) notes: Vec<String>,
    pub(super) duration: Duration,
}

impl Report {
    /// The report of an experiment that cannot run here.
    pub(super) fn skipped(why: &str, alternative: &str) -> Self {
        Self {
            notes: vec![format!("skipped here: {why}; the closest test is {alternative}")],
            ..Self::default()
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rows.is_empty() {
            writeln!(
                f,
                "fault                                    attempts  unanswered  silence s  recovery s"
            )?;
        }
        for row in &self.rows {
            let (silence, recovery) = (row.silence.as_secs_f64(), row.recovery.as_secs_f64());
            writeln!(
                f,
                "{:<40} {:>8} {:>11} {silence:>10.1} {recovery:>11.1}",
                row.name, row.attempts, row.failures
            )?;
            if !row.remark.is_empty() {
                writeln!(f, "    {}", row.remark)?;
            }
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        write!(f, "duration {:.0} s", self.duration.as_secs_f64())
    }
}
