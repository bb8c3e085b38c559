use std::{convert::Infallible, time::Duration};

use futures_util::future::{BoxFuture, join_all};
use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{LEASE_SECONDS, queue};

/// Limit of rows per statement, to stay far below the statement timeout and hold few locks.
pub const BATCH: i64 = 1_000;

/// The pause after a failed run.
const RETRY_AFTER: Duration = Duration::from_mins(1);

type BatchFn = Box<dyn Fn(PgPool) -> BoxFuture<'static, anyhow::Result<BatchResult>> + Send + Sync>;

/// Whether a task has more to do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Called again at once, with its lease renewed.
    More,
    /// Called again after its period.
    Nothing,
}

/// The result of a batch.
struct BatchResult {
    rows: u64,
    left: Left,
}

/// A periodic task. Runs in batches until nothing is left.
pub struct PeriodicTask {
    name: &'static str,
    every: Duration,
    batch: BatchFn,
    /// True if it needs more than its database. It then does not share the turn of the other tasks.
    has_dependencies: bool,
}

impl PeriodicTask {
    /// Creates a periodic task. `batch` changes at most [`BATCH`] rows and returns how many; a full batch is
    /// followed by another. `name` is unique in a database, and visible to operators.
    pub fn new<Changed>(
        name: &'static str,
        every: Duration,
        batch: impl Fn(PgPool) -> Changed + Send + Sync + 'static,
    ) -> Self
    where
        Changed: Future<Output = sqlx::Result<u64>> + Send + 'static,
    {
        let changing = move |db| {
            let changing = batch(db);
            async { Ok(changing.await?) }
        };
        Self {
            has_dependencies: false,
            ..Self::with_dependencies(name, every, changing)
        }
    }

    /// Like [`PeriodicTask::new`], for a task that needs more than its database. A batch that takes longer
    /// than a lease fails.
    pub fn with_dependencies<Changed>(
        name: &'static str,
        every: Duration,
        batch: impl Fn(PgPool) -> Changed + Send + Sync + 'static,
    ) -> Self
    where
        Changed: Future<Output = anyhow::Result<u64>> + Send + 'static,
    {
        let batch = move |db| {
            let changing = batch(db);
            async {
                let rows = changing.await?;
                let left = if rows >= BATCH.unsigned_abs() {
                    Left::More
                } else {
                    Left::Nothing
                };
                Ok(BatchResult { rows, left })
            }
        };
        Self::from_batches(name, every, batch)
    }

    /// Like [`PeriodicTask::with_dependencies`], for a task that only reads and knows itself when it is done.
    /// It keeps its own state between slices.
    pub fn in_slices<Slicing>(
        name: &'static str,
        every: Duration,
        slice: impl Fn(PgPool) -> Slicing + Send + Sync + 'static,
    ) -> Self
    where
        Slicing: Future<Output = anyhow::Result<Left>> + Send + 'static,
    {
        let batch = move |db| {
            let slicing = slice(db);
            async {
                let left = slicing.await?;
                Ok(BatchResult { rows: 0, left })
            }
        };
        Self::from_batches(name, every, batch)
    }

    fn from_batches<Working>(
        name: &'static str,
        every: Duration,
        batch: impl Fn(PgPool) -> Working + Send + Sync + 'static,
    ) -> Self
    where
        Working: Future<Output = anyhow::Result<BatchResult>> + Send + 'static,
    {
        Self {
            name,
            every,
            batch: Box::new(move |db| Box::pin(batch(db))),
            has_dependencies: true,
        }
    }

    /// Deletes jobs that have been dead for 30 days.
    pub fn of_dead_jobs() -> Self {
        Self::new("dead-jobs", Duration::from_hours(1), |db| async move {
            queue::forget_dead(&db, BATCH).await
        })
    }

    /// Runs the task whenever `due` is notified.
    async fn run_until(&self, db: &PgPool, due: &Notify, turn: &Semaphore, stopping: &CancellationToken) {
        let own_turn = Semaphore::new(1);
        let turn = if self.has_dependencies { &own_turn } else { turn };
        let holder = Uuid::new_v4();
        let running = async {
            loop {
                due.notified().await;
                if let Err(error) = self.run_if_due(db, holder, turn).await {
                    tracing::warn!(
                        error = format!("{error:#}"),
                        task = self.name,
                        "a periodic task failed"
                    );
                    // If this fails too, the lease expires.
                    let ending = self.end(db, holder, self.every.min(RETRY_AFTER), false);
                    let _ = database::bounded(ending).await;
                }
            }
        };
        let _: Option<Infallible> = stopping.run_until_cancelled(running).await;
    }

    async fn run_if_due(&self, db: &PgPool, holder: Uuid, turn: &Semaphore) -> anyhow::Result<()> {
        while in_turn(turn, self.run_batch(db, holder)).await? {}
        Ok(())
    }

    /// Runs one batch. Returns true if more may be left.
    async fn run_batch(&self, db: &PgPool, holder: Uuid) -> anyhow::Result<bool> {
        if !self.claim(db, holder).await? {
            return Ok(false);
        }
        let done = (self.batch)(db.clone()).await?;
        metrics::counter!("periodic_task_rows_total", "task" => self.name).increment(done.rows);
        if done.left == Left::More {
            return Ok(true);
        }
        self.end(db, holder, self.every, true).await?;
        Ok(false)
    }

    /// Claims the task if it is due, or renews its lease. Returns false if it is not due or another replica
    /// has it. Stores its period, for `shop-admin status`.
    async fn claim(&self, db: &PgPool, holder: Uuid) -> sqlx::Result<bool> {
        let claimed = sqlx::query!(
            "UPDATE periodic_tasks SET holder = $2, due_at = now() + make_interval(secs => $3), every_seconds = $5
             WHERE name = $1
               AND (holder = $2 OR due_at <= now() OR due_at > now() + make_interval(secs => $4))",
            self.name,
            holder,
            LEASE_SECONDS,
            self.longest_pause(),
            self.every.as_secs_f64()
        );
        Ok(claimed.execute(db).await?.rows_affected() == 1)
    }

    /// The longest time until it is due, in seconds. A later due time dates from before the clock was set
    /// back.
    fn longest_pause(&self) -> f64 {
        LEASE_SECONDS + self.every.as_secs_f64()
    }

    async fn end(&self, db: &PgPool, holder: Uuid, pause: Duration, is_success: bool) -> sqlx::Result<()> {
        sqlx::query!(
            "UPDATE periodic_tasks SET holder = NULL, due_at = now() + make_interval(secs => $3),
               succeeded_at = CASE WHEN $4 THEN now() ELSE succeeded_at END
             WHERE name = $1 AND holder = $2",
            self.name,
            holder,
            pause.as_secs_f64(),
            is_success
        )
        .execute(db)
        .await?;
        Ok(())
    }
}

/// The row of a task.
struct TaskRow {
    name: String,
    /// Seconds since its last success on any replica, or since it was first stored.
    age: f64,
    is_due: bool,
}

/// Loads all tasks in one statement, because an idle shop has about ninety and loads them every few seconds.
async fn load_all(db: &PgPool, names: &[String], longest_pauses: &[f64]) -> sqlx::Result<Vec<TaskRow>> {
    let rows = select_all(db, names, longest_pauses).await?;
    if rows.len() >= names.len() {
        return Ok(rows);
    }
    let inserting = sqlx::query!(
        "INSERT INTO periodic_tasks (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING",
        names
    );
    inserting.execute(db).await?;
    select_all(db, names, longest_pauses).await
}

/// Loads the periodic tasks that have a row.
async fn select_all(db: &PgPool, names: &[String], longest_pauses: &[f64]) -> sqlx::Result<Vec<TaskRow>> {
    sqlx::query_as!(
        TaskRow,
        r#"SELECT name AS "name!", greatest(extract(epoch FROM now() - succeeded_at), 0)::float8 AS "age!",
             due_at <= now() OR due_at > now() + make_interval(secs => longest) AS "is_due!"
           FROM periodic_tasks JOIN unnest($1::text[], $2::float8[]) AS known (name, longest) USING (name)"#,
        names,
        longest_pauses
    )
    .fetch_all(db)
    .await
}

/// Notifies due tasks, and reports their age as a metric, until stopped.
async fn poll_until(db: &PgPool, tasks: &[PeriodicTask], due: &[Notify], stopping: &CancellationToken) {
    let mut lookups = Lookups::of("periodic-tasks");
    let names: Vec<_> = tasks.iter().map(|task| task.name.to_owned()).collect();
    let longest_pauses: Vec<_> = tasks.iter().map(PeriodicTask::longest_pause).collect();
    for task in tasks {
        metrics::counter!("periodic_task_rows_total", "task" => task.name).absolute(0);
    }
    loop {
        let rows = lookups.record(within_lease(load_all(db, &names, &longest_pauses)).await);
        for TaskRow { name, age, is_due } in rows.into_iter().flatten() {
            let Some(index) = tasks.iter().position(|task| task.name == name) else {
                continue;
            };
            metrics::gauge!("periodic_task_success_age_seconds", "task" => name).set(age);
            if is_due {
                due[index].notify_one();
            }
        }
        if !look_again(stopping).await {
            return;
        }
    }
}

/// Runs one query at a time. Times out, so that a silent server does not block other tasks.
async fn in_turn<T, E: From<sqlx::Error>>(
    turn: &Semaphore,
    asking: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let _turn = turn.acquire().await;
    within_lease(asking).await
}

/// Runs a query with the length of a lease as timeout.
async fn within_lease<T, E: From<sqlx::Error>>(asking: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let asked = tokio::time::timeout(Duration::from_secs_f64(LEASE_SECONDS), asking).await;
    asked.unwrap_or_else(|_| Err(sqlx::Error::PoolTimedOut.into()))
}

/// Runs periodic tasks until stopped. A slow or failing task does not delay the others. They take turns by
/// batch, so that a program uses one connection for them, and briefly another one to load them.
pub fn run_periodic_tasks(
    db: PgPool,
    tasks: Vec<PeriodicTask>,
    stopping: CancellationToken,
) -> runtime::Life {
    Box::pin(run_until(db, tasks, stopping))
}

async fn run_until(db: PgPool, tasks: Vec<PeriodicTask>, stopping: CancellationToken) -> anyhow::Result<()> {
    let turn = Semaphore::new(1);
    let due: Vec<_> = tasks.iter().map(|_| Notify::new()).collect();
    let running = tasks
        .iter()
        .zip(&due)
        .map(|(task, due)| task.run_until(&db, due, &turn, &stopping));
    tokio::join!(join_all(running), poll_until(&db, &tasks, &due, &stopping));
    Ok(())
}
