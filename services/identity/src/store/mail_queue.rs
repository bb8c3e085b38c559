//! The queue of mails.

use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

use crate::{post::Kind, sweep::BATCH};

/// A mail to be sent.
pub struct Queued {
    /// A UUIDv7.
    pub id: Uuid,
    /// What it is about.
    pub kind: String,
    /// Whom it goes to.
    pub email: String,
    /// The place of the request in its trace.
    pub traceparent: Option<String>,
    /// Which attempt this is, from 1.
    pub attempts: i32,
}

/// Queues a mail, with the place of the current span in its trace.
pub async fn add(db: impl PgExecutor<'_>, kind: Kind, email: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO mail_queue (id, kind, email, traceparent) VALUES ($1, $2, $3, $4)",
        Uuid::now_v7(),
        kind.as_str(),
        email,
        runtime::trace_context::current()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes the next mail that is due. It is due again after a pause that is longer than sending takes and grows with
/// every attempt, unless it is removed before.
pub async fn take(db: &PgPool) -> sqlx::Result<Option<Queued>> {
    sqlx::query_as!(
        Queued,
        "UPDATE mail_queue SET attempts = attempts + 1,
           retry_at = now() + least(interval '15 s' * 2 ^ least(attempts, 10), interval '10 min')
         WHERE id = (
           SELECT id FROM mail_queue WHERE retry_at <= now()
           ORDER BY retry_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, kind, email, traceparent, attempts"
    )
    .fetch_optional(db)
    .await
}

/// How many mails wait, and the age of the oldest in seconds.
pub async fn waiting(db: &PgPool) -> sqlx::Result<(f64, f64)> {
    let row = sqlx::query!(
        r#"SELECT count(*)::float8 AS "depth!",
             coalesce(extract(epoch FROM now() - min(queued_at)), 0)::float8 AS "oldest!"
           FROM mail_queue"#
    )
    .fetch_one(db)
    .await?;
    Ok((row.depth, row.oldest))
}

/// Takes a mail out of the queue.
#[tracing::instrument(name = "DELETE mail_queue", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &PgPool, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM mail_queue WHERE id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}

/// Gives up a batch of mails that nobody waits for any more: whoever wants a code asks again, and a notice is old after
/// two days. Answers how many.
pub async fn remove_stale(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM mail_queue WHERE id IN (
           SELECT id FROM mail_queue
           WHERE queued_at <= now() - CASE kind WHEN 'one_time_code' THEN interval '30 min' ELSE interval '2 days' END
           LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
