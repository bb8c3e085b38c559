//! Clears away what has ended: sessions, codes, counters, mails that nobody waits for any more.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store::{codes, counters, mail_queue, sessions};

/// How often it looks. What has ended is refused all the same; this only keeps the tables small.
const PAUSE: Duration = Duration::from_mins(10);

/// Sweeps now and then until told to stop.
pub async fn run(db: PgPool, stopping: CancellationToken) -> anyhow::Result<()> {
    loop {
        if let Err(error) = once(&db).await {
            tracing::warn!(%error, "what has ended could not be cleared away");
        }
        let pause = tokio::time::sleep(PAUSE);
        if stopping.run_until_cancelled(pause).await.is_none() {
            return Ok(());
        }
    }
}

async fn once(db: &PgPool) -> sqlx::Result<()> {
    sessions::remove_ended(db).await?;
    codes::remove_expired(db).await?;
    counters::remove_ended(db).await?;
    mail_queue::remove_stale(db).await
}
