use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{LEASE_SECONDS, queue};

/// Rows changed by one statement, so that each stays far below the statement timeout and holds few locks.
pub const BATCH: i64 = 1_000;

/// How soon a sweep that failed is tried again.
const RETRY_AFTER: Duration = Duration::from_mins(1);

type Batch = Box<dyn Fn(PgPool) -> BoxFuture<'static, anyhow::Result<u64>> + Send + Sync>;

/// Work that comes again, batch after batch until nothing is left.
pub struct Sweep {
    name: &'static str,
    every: Duration,
    batch: Batch,
    /// Whether it waits for more than its database, and so must not hold up the other sweeps.
    has_dependencies: bool,
}

impl Sweep {
    /// `batch` changes at most [`BATCH`] rows, and answers how many; a full batch is followed by another. `name` is unique
    /// in a database, and operators see it.
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

    /// As [`Sweep::new`], for one that needs more than its database. A batch that takes longer than a lease has failed.
    pub fn with_dependencies<Changed>(
        name: &'static str,
        every: Duration,
        batch: impl Fn(PgPool) -> Changed + Send + Sync + 'static,
    ) -> Self
    where
        Changed: Future<Output = anyhow::Result<u64>> + Send + 'static,
    {
        let batch = Box::new(move |db| -> BoxFuture<'static, _> { Box::pin(batch(db)) });
        Self {
            name,
            every,
            batch,
            has_dependencies: true,
        }
    }

    /// Forgets dead jobs after thirty days.
    pub fn of_dead_jobs() -> Self {
        Self::new("dead-jobs", Duration::from_hours(1), |db| async move {
            queue::forget_dead(&db, BATCH).await
        })
    }

    async fn sweep_until(&self, db: &PgPool, turn: &Semaphore, stopping: &CancellationToken) {
        metrics::counter!("sweep_rows_total", "sweep" => self.name).absolute(0);
        let own_turn = Semaphore::new(1);
        let turn = if self.has_dependencies { &own_turn } else { turn };
        let mut lookups = Lookups::of("sweeps");
        let holder = Uuid::new_v4();
        loop {
            if let Some(age) = lookups.record(in_turn(turn, self.age(db)).await) {
                metrics::gauge!("sweep_success_age_seconds", "sweep" => self.name).set(age);
            }
            match stopping
                .run_until_cancelled(self.sweep_if_due(db, holder, turn))
                .await
            {
                Some(Ok(())) => (),
                Some(Err(error)) => {
                    tracing::warn!(error = format!("{error:#}"), sweep = self.name, "a sweep failed");
                    // Where this fails too, the lease lapses.
                    let _ = self.end(db, holder, self.every.min(RETRY_AFTER), false).await;
                }
                None => return,
            }
            if !look_again(stopping).await {
                return;
            }
        }
    }

    async fn sweep_if_due(&self, db: &PgPool, holder: Uuid, turn: &Semaphore) -> anyhow::Result<()> {
        while in_turn(turn, self.sweep_batch(db, holder)).await? {}
        Ok(())
    }

    /// Whether more may be left.
    async fn sweep_batch(&self, db: &PgPool, holder: Uuid) -> anyhow::Result<bool> {
        if !self.claim(db, holder).await? {
            return Ok(false);
        }
        let changed = (self.batch)(db.clone()).await?;
        metrics::counter!("sweep_rows_total", "sweep" => self.name).increment(changed);
        if changed >= BATCH.unsigned_abs() {
            return Ok(true);
        }
        self.end(db, holder, self.every, true).await?;
        Ok(false)
    }

    /// Seconds since it went through last, on any replica, or was first heard of.
    async fn age(&self, db: &PgPool) -> sqlx::Result<f64> {
        let age = sqlx::query_scalar!(
            r#"WITH heard_of AS (INSERT INTO sweeps (name) VALUES ($1) ON CONFLICT DO NOTHING)
               SELECT greatest(extract(epoch FROM now() - succeeded_at), 0)::float8 AS "age!" FROM sweeps WHERE name = $1"#,
            self.name
        );
        Ok(age.fetch_optional(db).await?.unwrap_or(0.0))
    }

    /// Takes the sweep when it is due, or renews its lease; false when it is not due, or another replica's. A sweep that is due
    /// much later than its period was put off before the clock was set back.
    async fn claim(&self, db: &PgPool, holder: Uuid) -> sqlx::Result<bool> {
        let claimed = sqlx::query!(
            "UPDATE sweeps SET holder = $2, due_at = now() + make_interval(secs => $3)
             WHERE name = $1
               AND (holder = $2 OR due_at <= now() OR due_at > now() + make_interval(secs => $4))",
            self.name,
            holder,
            LEASE_SECONDS,
            LEASE_SECONDS + self.every.as_secs_f64()
        );
        Ok(claimed.execute(db).await?.rows_affected() == 1)
    }

    async fn end(&self, db: &PgPool, holder: Uuid, pause: Duration, is_success: bool) -> sqlx::Result<()> {
        sqlx::query!(
            "UPDATE sweeps SET holder = NULL, due_at = now() + make_interval(secs => $3),
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

/// Runs one query at a time, and for no longer than a lease: a sweep whose server fell silent must not hold up the other sweeps.
async fn in_turn<T, E: From<sqlx::Error>>(
    turn: &Semaphore,
    asking: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let _turn = turn.acquire().await;
    let asked = tokio::time::timeout(Duration::from_secs_f64(LEASE_SECONDS), asking).await;
    asked.unwrap_or_else(|_| Err(sqlx::Error::PoolTimedOut.into()))
}

/// Runs the sweeps until told to stop, each by itself: a sweep that fails, or has much to do, holds up no other. They take turns
/// with each batch, so that a program sweeps with one connection.
pub fn sweep(db: PgPool, sweeps: Vec<Sweep>, stopping: CancellationToken) -> runtime::Life {
    Box::pin(sweep_until(db, sweeps, stopping))
}

async fn sweep_until(db: PgPool, sweeps: Vec<Sweep>, stopping: CancellationToken) -> anyhow::Result<()> {
    let turn = Semaphore::new(1);
    join_all(
        sweeps
            .iter()
            .map(|sweep| sweep.sweep_until(&db, &turn, &stopping)),
    )
    .await;
    Ok(())
}
