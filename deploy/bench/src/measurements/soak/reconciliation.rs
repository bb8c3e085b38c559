//! The hourly reconciliation, started early: its duration and memory under load.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    time::{Duration, Instant},
};

use anyhow::ensure;
use sqlx::PgConnection;

use crate::{
    measurements::soak::columns::{AllowedChange, Column, Table},
    shop::{process::Process, programs::Shop},
};

/// The pause between checks for completion.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The longest wait. A reconciliation that does not end fails the soak.
const WITHIN: Duration = Duration::from_mins(10);

const BEGIN: &str = "UPDATE periodic_tasks SET due_at = now() WHERE name IN ('reconcile', 'reconcile-inbox') AND holder IS NULL";

const STATE: &str =
    "SELECT name, holder IS NOT NULL, extract(epoch FROM succeeded_at)::float8 FROM periodic_tasks
    WHERE name IN ('reconcile', 'reconcile-inbox')";

/// A program's reconciliation, as in its table.
#[derive(Debug, Default)]
struct TaskRun {
    succeeded_before: f64,
    began: Option<Instant>,
    took: Option<Duration>,
}

/// Starts them after each fifth of the time but the last. Each covers the events since the previous one.
pub(super) async fn after_each_fifth(shop: &Shop, time: Duration) -> anyhow::Result<Table> {
    let mut table = Table::of(vec![
        Column::new("longest s", "s", AllowedChange::MaxGrowth(5.0)),
        Column::new("peak MB", "MB", AllowedChange::MaxGrowth(5.0)),
    ]);
    let began = Instant::now();
    for fifth in 1..5 {
        tokio::time::sleep_until((began + time * fifth / 5).into()).await;
        let before: Vec<_> = memory(shop, Process::resident_megabytes)?;
        for program in shop.programs() {
            program.reset_peak()?;
        }
        let longest = reconcile(shop).await?;
        let peaks: Vec<_> = memory(shop, Process::peak_megabytes)?;
        let grown = peaks.iter().zip(&before).map(|(peak, before)| peak - before);
        table.add(
            began.elapsed(),
            vec![longest.as_secs_f64(), grown.fold(0.0, f64::max)],
        );
    }
    Ok(table)
}

fn memory(shop: &Shop, of: fn(&Process) -> anyhow::Result<f64>) -> anyhow::Result<Vec<f64>> {
    shop.programs().iter().map(of).collect()
}

/// Starts all of them, and returns the longest duration.
async fn reconcile(shop: &Shop) -> anyhow::Result<Duration> {
    let mut runs = BTreeMap::new();
    for name in shop.services() {
        let mut database = shop.database(name).await?;
        for (task, _, succeeded) in state(&mut database).await? {
            let run = TaskRun {
                succeeded_before: succeeded,
                ..TaskRun::default()
            };
            runs.insert((name.to_owned(), task), run);
        }
        sqlx::query(BEGIN).execute(&mut database).await?;
    }
    let began = Instant::now();
    while runs.values().any(|run| run.took.is_none()) {
        ensure!(
            began.elapsed() < WITHIN,
            "a reconciliation does not end: {runs:?}"
        );
        tokio::time::sleep(POLL_INTERVAL).await;
        for name in shop.services() {
            let mut database = shop.database(name).await?;
            for (task, is_held, succeeded) in state(&mut database).await? {
                if let Some(run) = runs.get_mut(&(name.to_owned(), task)) {
                    run.update(is_held, succeeded);
                }
            }
        }
    }
    report(shop, &runs).await
}

/// Prints the duration and the differences of each run, longest first. Returns the longest duration.
async fn report(shop: &Shop, runs: &BTreeMap<(String, String), TaskRun>) -> anyhow::Result<Duration> {
    let mut runs: Vec<_> = runs.iter().collect();
    runs.sort_by_key(|(_, run)| Reverse(run.took));
    let mut printed = Vec::new();
    for ((service, task), run) in &runs {
        let mut database = shop.database(service).await?;
        let differences: i64 = sqlx::query_scalar("SELECT differences FROM reconciliations WHERE name = $1")
            .bind(task)
            .fetch_one(&mut database)
            .await?;
        let took = run.took.unwrap_or_default().as_secs_f64();
        printed.push(format!("{service} {task} {took:.1} ({differences})"));
    }
    println!("note: seconds (differences): {}", printed.join(", "));
    Ok(runs.first().and_then(|(_, run)| run.took).unwrap_or_default())
}

impl TaskRun {
    fn update(&mut self, is_held: bool, succeeded: f64) {
        let is_over = succeeded > self.succeeded_before;
        if self.began.is_none() && (is_held || is_over) {
            self.began = Some(Instant::now());
        }
        if self.took.is_none() && is_over {
            self.took = self.began.map(|began| began.elapsed());
        }
    }
}

async fn state(database: &mut PgConnection) -> sqlx::Result<Vec<(String, bool, f64)>> {
    sqlx::query_as(STATE).fetch_all(database).await
}
