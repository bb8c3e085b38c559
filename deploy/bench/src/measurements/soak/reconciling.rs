//! The hourly reconciliation, started early: its duration and memory under load.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use anyhow::ensure;
use sqlx::PgConnection;

use crate::{
    measurements::soak::columns::{Allowed, Column, Table},
    shop::{process::Process, programs::Shop},
};

/// The pause between checks for completion.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The longest wait. A reconciliation that does not end fails the soak.
const WITHIN: Duration = Duration::from_mins(10);

const BEGIN: &str = "UPDATE periodic_tasks SET due_at = now() WHERE name IN ('reconcile', 'reconcile-heard') AND holder IS NULL";

const STATE: &str =
    "SELECT name, holder IS NOT NULL, extract(epoch FROM succeeded_at)::float8 FROM periodic_tasks
    WHERE name IN ('reconcile', 'reconcile-heard')";

/// A program's reconciliation, as in its table.
#[derive(Debug, Default)]
struct Look {
    succeeded_before: f64,
    began: Option<Instant>,
    took: Option<Duration>,
}

/// Starts them after each fifth of the time but the last. Each covers the events since the previous one.
pub(super) async fn after_each_fifth(shop: &Shop, time: Duration) -> anyhow::Result<Table> {
    let mut table = Table::of(vec![
        Column::new("longest s", "s", Allowed::Beyond(5.0)),
        Column::new("most MB", "MB", Allowed::Beyond(5.0)),
    ]);
    let began = Instant::now();
    for fifth in 1..5 {
        tokio::time::sleep_until((began + time * fifth / 5).into()).await;
        let before: Vec<_> = memory(shop, Process::resident_megabytes)?;
        for program in shop.programs() {
            program.forget_peak()?;
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

/// Starts all of them, and returns the longest duration. Prints which one it was, and its differences.
async fn reconcile(shop: &Shop) -> anyhow::Result<Duration> {
    let mut looks = BTreeMap::new();
    for name in shop.services() {
        let mut database = shop.database(name).await?;
        for (task, _, succeeded) in state(&mut database).await? {
            let look = Look {
                succeeded_before: succeeded,
                ..Look::default()
            };
            looks.insert((name.to_owned(), task), look);
        }
        sqlx::query(BEGIN).execute(&mut database).await?;
    }
    let began = Instant::now();
    while looks.values().any(|look| look.took.is_none()) {
        ensure!(
            began.elapsed() < WITHIN,
            "a reconciliation does not end: {looks:?}"
        );
        tokio::time::sleep(LOOK_EVERY).await;
        for name in shop.services() {
            let mut database = shop.database(name).await?;
            for (task, is_held, succeeded) in state(&mut database).await? {
                if let Some(look) = looks.get_mut(&(name.to_owned(), task)) {
                    look.note(is_held, succeeded);
                }
            }
        }
    }
    let longest = looks.iter().max_by_key(|(_, look)| look.took);
    let Some(((service, task), look)) = longest else {
        return Ok(Duration::ZERO);
    };
    let mut database = shop.database(service).await?;
    let differences: i64 = sqlx::query_scalar("SELECT differences FROM reconciliations WHERE name = $1")
        .bind(task)
        .fetch_one(&mut database)
        .await?;
    let took = look.took.unwrap_or_default();
    println!("note: the longest was `{task}` of {service}: {took:.1?}, {differences} differences");
    Ok(took)
}

impl Look {
    fn note(&mut self, is_held: bool, succeeded: f64) {
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
