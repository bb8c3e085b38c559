//! How long published events are kept, and what that is good for.

use std::time::Duration;

use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

/// How often events that are old enough are looked for.
const SWEEP: Duration = Duration::from_mins(10);

/// Rows changed by one statement, so that each stays far below the statement timeout.
const ROWS: i64 = 1_000;

/// Publishes everything again that was published since `time`, for a stream that was lost. Answers how many events.
///
/// It reaches back seven days. Consumers handle none of them twice, and a stream that still has an event drops the
/// repeat while its id is within the duplicate window.
pub async fn replay_since(db: &PgPool, time: OffsetDateTime) -> sqlx::Result<u64> {
    let mut replayed = 0;
    loop {
        let round = sqlx::query!(
            "UPDATE outbox SET published_at = NULL WHERE id IN (
               SELECT id FROM outbox WHERE published_at >= $1 LIMIT $2)",
            time,
            ROWS
        );
        match round.execute(db).await?.rows_affected() {
            0 => return Ok(replayed),
            rows => replayed += rows,
        }
    }
}

/// Removes what was published more than seven days ago, now and then, until told to stop.
pub(crate) async fn sweep_until(db: &PgPool, stopping: &CancellationToken) {
    loop {
        if let Err(error) = sweep(db).await {
            tracing::warn!(%error, "old events could not be removed");
        }
        let pause = tokio::time::sleep(SWEEP);
        if stopping.run_until_cancelled(pause).await.is_none() {
            return;
        }
    }
}

async fn sweep(db: &PgPool) -> sqlx::Result<()> {
    loop {
        let round = sqlx::query!(
            "DELETE FROM outbox WHERE id IN (
               SELECT id FROM outbox WHERE published_at < now() - interval '7 days' LIMIT $1)",
            ROWS
        );
        if round.execute(db).await?.rows_affected() == 0 {
            return Ok(());
        }
    }
}
