//! Metrics of the packs in unconfirmed orders. There may be many such orders, so one replica counts once a
//! minute, and every replica reports the result.

use std::time::Duration;

use jobs::PeriodicTask;
use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::statement_timeout;

/// The interval of the count.
const EVERY: Duration = Duration::from_mins(1);

/// Returns the periodic task that counts the packs.
pub fn periodic_task() -> PeriodicTask {
    PeriodicTask::with_dependencies("unconfirmed-packs", EVERY, |db| async move {
        count(&db).await?;
        Ok(1)
    })
}

async fn count(db: &PgPool) -> sqlx::Result<()> {
    let mut transaction = database::begin(db).await?;
    statement_timeout::set_statement_timeout(&mut transaction).await?;
    let counting = sqlx::query!(
        "INSERT INTO unconfirmed_sums (packs)
         SELECT coalesce(sum(quantity), 0) FROM orders JOIN order_lines ON order_id = orders.id WHERE status = 'placed'
         ON CONFLICT (is_one) DO UPDATE SET packs = excluded.packs"
    );
    counting.execute(&mut *transaction).await?;
    transaction.commit().await
}

/// Reports the packs in unconfirmed orders and the age of the oldest order, until stopped. Every replica does
/// it, so that none keeps an old value.
pub async fn measure(db: PgPool, stopping: CancellationToken) -> anyhow::Result<()> {
    let mut lookups = Lookups::of("unconfirmed");
    loop {
        if let Some((packs, seconds)) = lookups.record(database::bounded(counted(&db)).await) {
            metrics::gauge!("unconfirmed_packs").set(packs);
            metrics::gauge!("oldest_unconfirmed_order_seconds").set(seconds);
        }
        if !look_again(&stopping).await {
            return Ok(());
        }
    }
}

/// Returns the last count of packs, and the age of the oldest unconfirmed order in seconds.
async fn counted(db: &PgPool) -> sqlx::Result<(f64, f64)> {
    let counted = sqlx::query!(
        r#"SELECT coalesce((SELECT packs FROM unconfirmed_sums), 0)::float8 AS "packs!",
             coalesce(extract(epoch FROM now() - (
               SELECT placed_at FROM orders WHERE status = 'placed' ORDER BY placed_at, id LIMIT 1)), 0)::float8 AS "seconds!""#
    );
    let counted = counted.fetch_one(db).await?;
    Ok((counted.packs, counted.seconds))
}
