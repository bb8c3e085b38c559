//! Periodic tasks: end stuck imports, and delete old ones.

use std::time::Duration;

use jobs::{BATCH, PeriodicTask};
use sqlx::PgPool;

/// The periodic tasks of a service with imports.
pub fn periodic_tasks() -> [PeriodicTask; 2] {
    let unfinished = PeriodicTask::new(
        "unfinished-csv-imports",
        Duration::from_mins(10),
        |db| async move { end_unfinished(&db).await },
    );
    let old = PeriodicTask::new("old-csv-imports", Duration::from_hours(1), |db| async move {
        forget_old(&db).await
    });
    [unfinished, old]
}

/// Fails imports whose jobs were given up. No job runs longer than 80 minutes.
async fn end_unfinished(db: &PgPool) -> sqlx::Result<u64> {
    let ended = sqlx::query!(
        "UPDATE csv_imports SET state = 'failed', content = NULL, finished_at = now() WHERE id IN (
           SELECT id FROM csv_imports WHERE state = 'running' AND started_at < now() - interval '90 min' LIMIT $1
           FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(ended.execute(db).await?.rows_affected())
}

/// Deletes imports that were started 30 days ago.
async fn forget_old(db: &PgPool) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "DELETE FROM csv_imports WHERE id IN (
           SELECT id FROM csv_imports WHERE started_at < now() - interval '30 days' LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(forgotten.execute(db).await?.rows_affected())
}
