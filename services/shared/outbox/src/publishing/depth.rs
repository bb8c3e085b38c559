//! Metrics of waiting events in the outbox.

use std::time::Instant;

use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::publishing::low_water::LowWater;

/// Measures until stopped.
pub(crate) async fn measure_until(db: &PgPool, stopping: &CancellationToken) {
    let mut lookups = Lookups::of("outbox");
    let mut low = LowWater::default();
    loop {
        let since = low.begin(Instant::now());
        if let Some(waiting) = lookups.record(database::bounded(measure(db, since)).await) {
            low.found(waiting.oldest_at);
            metrics::gauge!("outbox_depth").set(waiting.depth);
            metrics::gauge!("outbox_oldest_seconds").set(waiting.oldest);
        }
        if !look_again(stopping).await {
            return;
        }
    }
}

/// The number of events that have waited for more than a minute, including parked ones.
///
/// # Errors
///
/// The database did not answer.
pub async fn count_waiting(db: &PgPool) -> sqlx::Result<i64> {
    let waiting = sqlx::query_scalar!(
        r#"SELECT count(*) AS "waiting!" FROM outbox WHERE published_at IS NULL AND created_at < now() - interval '1 min'"#
    );
    waiting.fetch_one(db).await
}

struct OutboxDepth {
    depth: f64,
    /// The age of the oldest, in seconds.
    oldest: f64,
    /// When the oldest was written. Now if none waits.
    oldest_at: OffsetDateTime,
}

/// Unpublished events since a time, including parked ones, which an operator must look at.
async fn measure(db: &PgPool, since: OffsetDateTime) -> sqlx::Result<OutboxDepth> {
    sqlx::query_as!(
        OutboxDepth,
        r#"SELECT count(*)::float8 AS "depth!", coalesce(min(created_at), now()) AS "oldest_at!",
             greatest(coalesce(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS "oldest!"
           FROM outbox WHERE published_at IS NULL AND created_at >= $1"#,
        since
    )
    .fetch_one(db)
    .await
}
