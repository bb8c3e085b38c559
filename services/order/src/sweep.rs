//! Forgets idempotency keys that nobody sends again.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

/// How often it looks. An old key does no harm; this only keeps the table small.
const PAUSE: Duration = Duration::from_mins(10);

/// Keys forgotten by one statement, so that each stays far below the statement timeout.
const ROWS: i64 = 1_000;

/// Sweeps now and then until told to stop.
pub async fn run(db: PgPool, stopping: CancellationToken) -> anyhow::Result<()> {
    loop {
        if let Err(error) = once(&db).await {
            tracing::warn!(%error, "old idempotency keys could not be forgotten");
        }
        let pause = tokio::time::sleep(PAUSE);
        if stopping.run_until_cancelled(pause).await.is_none() {
            return Ok(());
        }
    }
}

async fn once(db: &PgPool) -> sqlx::Result<()> {
    while store::forget_old_keys(db, ROWS).await? > 0 {}
    Ok(())
}
