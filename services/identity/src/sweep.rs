//! Clears away what has ended: sessions, codes, counters, devices, mails that nobody waits for any more.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store::{BATCH, codes, counters, known_devices, mail_queue, sessions};

/// How often it looks. What has ended is refused all the same; this only keeps the tables small.
const PAUSE: Duration = Duration::from_mins(10);

/// Sweeps now and then until told to stop.
pub async fn run(db: PgPool, stopping: CancellationToken) -> anyhow::Result<()> {
    loop {
        let sweeping = async {
            once(&db).await;
            tokio::time::sleep(PAUSE).await;
        };
        if stopping.run_until_cancelled(sweeping).await.is_none() {
            return Ok(());
        }
    }
}

/// Each by itself: what cannot be cleared away keeps nothing else.
async fn once(db: &PgPool) {
    clear("idle sessions", || sessions::remove_idle(db)).await;
    clear("old sessions", || sessions::remove_old(db)).await;
    clear("codes", || codes::remove_expired(db)).await;
    clear("counters", || counters::remove_ended(db)).await;
    clear("devices", || known_devices::remove_unused(db)).await;
    clear("mails", || mail_queue::remove_stale(db)).await;
}

/// Batch after batch, until one was not full.
async fn clear<F: Future<Output = sqlx::Result<u64>>>(what: &str, remove: impl Fn() -> F) {
    loop {
        match remove().await {
            Ok(removed) if removed >= BATCH.unsigned_abs() => (),
            Ok(_) => return,
            Err(error) => {
                tracing::warn!(%error, what, "what has ended could not be cleared away");
                return;
            }
        }
    }
}
