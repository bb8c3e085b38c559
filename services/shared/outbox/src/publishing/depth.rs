//! How many events wait in the outbox, for operators.

use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// Measures until told to stop.
pub(crate) async fn measure_until(db: &PgPool, stopping: &CancellationToken) {
    let mut lookups = Lookups::of("outbox");
    loop {
        if let Some((depth, oldest)) = lookups.record(database::bounded(waiting(db)).await) {
            metrics::gauge!("outbox_depth").set(depth);
            metrics::gauge!("outbox_oldest_seconds").set(oldest);
        }
        if !look_again(stopping).await {
            return;
        }
    }
}

/// Events that wait to be published for more than a minute. Parked ones count.
///
/// # Errors
///
/// That the database did not answer.
pub async fn count_waiting(db: &PgPool) -> sqlx::Result<i64> {
    let waiting = sqlx::query_scalar!(
        r#"SELECT count(*) AS "waiting!" FROM outbox WHERE published_at IS NULL AND created_at < now() - interval '1 min'"#
    );
    waiting.fetch_one(db).await
}

/// Events that were not published yet, and the age of the oldest in seconds. Parked ones count: an operator has to look at them.
async fn waiting(db: &PgPool) -> sqlx::Result<(f64, f64)> {
    let row = sqlx::query!(
        r#"SELECT count(*)::float8 AS "depth!",
             greatest(coalesce(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS "oldest!"
           FROM outbox WHERE published_at IS NULL"#
    )
    .fetch_one(db)
    .await?;
    Ok((row.depth, row.oldest))
}
