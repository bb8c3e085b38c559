//! The SQL of the table `jobs`. Uses the database's clock, so that replicas agree.

use serde::{Serialize, de::DeserializeOwned};
use sqlx::{PgExecutor, PgPool, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Failure, Kind, LEASE_SECONDS, kind::NextStep};

/// A claimed job.
#[derive(Debug, Clone)]
pub struct Job {
    /// A UUIDv7. The same for every attempt.
    pub id: Uuid,
    /// The name of its kind, from [`Kind::name`].
    pub kind: String,
    /// When it was enqueued.
    pub queued_at: OffsetDateTime,
    /// The number of attempts, including this one.
    pub attempts: i32,
    /// The number of attempts whose effect is unknown.
    pub unknown_outcomes: i32,
    /// The age, in seconds.
    pub(crate) age: f64,
    pub(crate) traceparent: Option<String>,
    pub(crate) holder: Uuid,
    payload: serde_json::Value,
}

impl Job {
    /// The current payload. Fails with [`Failure::Poison`] if it cannot be parsed as a `T`.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        // Leaves out the error's text, which repeats the payload.
        T::deserialize(&self.payload).map_err(|_| Failure::Poison("its payload cannot be read".to_owned()))
    }

    /// Replaces the payload, for the next attempt.
    ///
    /// # Errors
    ///
    /// The database did not answer, or the lease has expired and another worker took the job
    /// ([`sqlx::Error::RowNotFound`]). The caller's transaction then has no effect.
    pub async fn save_payload(
        &self,
        db: impl PgExecutor<'_>,
        payload: &(impl Serialize + Sync),
    ) -> sqlx::Result<()> {
        let saving = sqlx::query!(
            "UPDATE jobs SET payload = $2 WHERE id = $1 AND holder = $3",
            self.id,
            Json(payload) as _,
            self.holder
        );
        if saving.execute(db).await?.rows_affected() == 0 {
            return Err(sqlx::Error::RowNotFound);
        }
        Ok(())
    }
}

/// Adds a job, in the caller's transaction or on its own, with the trace context of the current span. Returns
/// its id.
pub async fn enqueue(
    db: impl PgExecutor<'_>,
    kind: &Kind,
    payload: &(impl Serialize + Sync),
) -> sqlx::Result<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "INSERT INTO jobs (id, kind, payload, traceparent) VALUES ($1, $2, $3, $4)",
        id,
        kind.name,
        Json(payload) as _,
        runtime::trace_context::current()
    )
    .execute(db)
    .await?;
    Ok(id)
}

/// Claims the job of these kinds that has been due for the longest. If its last holder lost the lease, the
/// effect of that attempt is unknown.
pub(crate) async fn claim(db: &PgPool, kinds: &[String]) -> sqlx::Result<Option<Job>> {
    sqlx::query_as!(
        Job,
        r#"UPDATE jobs SET holder = gen_random_uuid(), attempts = attempts + 1, set_at = now(),
             run_at = now() + make_interval(secs => $2),
             unknown_outcomes = unknown_outcomes + CASE WHEN holder IS NULL THEN 0 ELSE 1 END
           WHERE id = (
             SELECT id FROM jobs WHERE dead_at IS NULL AND run_at <= now() AND kind = ANY($1)
             ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING id, kind, payload, traceparent, queued_at, holder AS "holder!", attempts, unknown_outcomes,
             extract(epoch FROM now() - queued_at)::float8 AS "age!""#,
        kinds,
        LEASE_SECONDS
    )
    .fetch_optional(db)
    .await
}

/// Renews the lease of a job.
pub(crate) async fn renew(db: &PgPool, job: &Job) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE jobs SET set_at = now(), run_at = now() + make_interval(secs => $3) WHERE id = $1 AND holder = $2",
        job.id,
        job.holder,
        LEASE_SECONDS
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Applies the next step of a job. A finished job is removed even if another worker has claimed it by now.
#[tracing::instrument(name = "UPDATE jobs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub(crate) async fn finish(db: &PgPool, job: &Job, next_step: &NextStep) -> sqlx::Result<()> {
    let applying = match next_step {
        NextStep::Done | NextStep::Expired => sqlx::query!("DELETE FROM jobs WHERE id = $1", job.id),
        NextStep::Retry {
            pause,
            attempts,
            unknown_outcomes,
        } => sqlx::query!(
            "UPDATE jobs SET holder = NULL, set_at = now(), run_at = now() + make_interval(secs => $3), attempts = $4,
               unknown_outcomes = $5 WHERE id = $1 AND holder = $2",
            job.id,
            job.holder,
            pause.as_secs_f64(),
            *attempts,
            *unknown_outcomes
        ),
        NextStep::Dead(reason) => sqlx::query!(
            "UPDATE jobs SET holder = NULL, dead_at = now(), dead_reason = $3 WHERE id = $1 AND holder = $2",
            job.id,
            job.holder,
            reason
        ),
    };
    applying.execute(db).await?;
    Ok(())
}

/// Corrects due times after the clock was set back, so that pauses and leases keep their length.
pub(crate) async fn correct_after_clock_change(db: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE jobs SET run_at = now() + (run_at - set_at), set_at = now()
         WHERE dead_at IS NULL AND set_at > now() + interval '1 min'"
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The jobs of a kind: how many wait or run, the age of the oldest in seconds, and how many are dead.
pub(crate) struct KindDepth {
    pub kind: String,
    pub depth: f64,
    pub oldest: f64,
    pub dead: f64,
}

/// The jobs of every kind, including kinds without a job.
pub(crate) async fn depths(db: &PgPool, kinds: &[String]) -> sqlx::Result<Vec<KindDepth>> {
    sqlx::query_as!(
        KindDepth,
        r#"SELECT wanted.kind AS "kind!", count(id) FILTER (WHERE dead_at IS NULL)::float8 AS "depth!",
             greatest(extract(epoch FROM now() - min(queued_at) FILTER (WHERE dead_at IS NULL)), 0)::float8 AS "oldest!",
             count(dead_at)::float8 AS "dead!"
           FROM unnest($1::text[]) AS wanted (kind) LEFT JOIN jobs ON jobs.kind = wanted.kind GROUP BY wanted.kind"#,
        kinds
    )
    .fetch_all(db)
    .await
}

/// The number of dead jobs by kind.
///
/// # Errors
///
/// The database did not answer.
pub async fn count_dead(db: &PgPool) -> sqlx::Result<Vec<(String, i64)>> {
    let kinds = sqlx::query!(
        r#"SELECT kind, count(*) AS "jobs!" FROM jobs WHERE dead_at IS NOT NULL GROUP BY kind ORDER BY kind"#
    );
    let kinds = kinds.fetch_all(db).await?.into_iter();
    Ok(kinds.map(|row| (row.kind, row.jobs)).collect())
}

/// Deletes a batch of jobs that have been dead for 30 days. Returns how many.
pub(crate) async fn forget_dead(db: &PgPool, rows: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "DELETE FROM jobs WHERE id IN (
           SELECT id FROM jobs WHERE dead_at < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED)",
        rows
    );
    Ok(forgotten.execute(db).await?.rows_affected())
}
