//! How many packs unconfirmed orders hold, for operators. A shop may have very many such orders, so one replica counts their packs once a
//! minute, and every replica tells what was counted.

use std::time::Duration;

use jobs::Sweep;
use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::patience;

/// How old a sum grows.
const EVERY: Duration = Duration::from_mins(1);

/// Counts the packs once a minute.
pub fn sweep() -> Sweep {
    Sweep::with_dependencies("unconfirmed-packs", EVERY, |db| async move {
        count(&db).await?;
        Ok(1)
    })
}

async fn count(db: &PgPool) -> sqlx::Result<()> {
    let mut transaction = database::begin(db).await?;
    patience::be_patient(&mut transaction).await?;
    let counting = sqlx::query!(
        "INSERT INTO unconfirmed_sums (packs)
         SELECT coalesce(sum(quantity), 0) FROM orders JOIN order_lines ON order_id = orders.id WHERE status = 'placed'
         ON CONFLICT (is_one) DO UPDATE SET packs = excluded.packs"
    );
    counting.execute(&mut *transaction).await?;
    transaction.commit().await
}

/// Tells operators what unconfirmed orders hold, and since when, until told to stop: on every replica, so that none keeps an old
/// number.
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

/// Packs of unconfirmed orders as they were counted last, and the seconds since the oldest of the orders was placed.
async fn counted(db: &PgPool) -> sqlx::Result<(f64, f64)> {
    let counted = sqlx::query!(
        r#"SELECT coalesce((SELECT packs FROM unconfirmed_sums), 0)::float8 AS "packs!",
             coalesce(extract(epoch FROM now() - (
               SELECT placed_at FROM orders WHERE status = 'placed' ORDER BY placed_at, id LIMIT 1)), 0)::float8 AS "seconds!""#
    );
    let counted = counted.fetch_one(db).await?;
    Ok((counted.packs, counted.seconds))
}
