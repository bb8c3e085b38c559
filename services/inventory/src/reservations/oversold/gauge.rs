//! The metric of oversold packs. Every replica reports it, so that no replica shows an old value.

use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::reservations::reservation_store;

/// Measures until told to stop.
pub async fn measure(db: PgPool, stopping: CancellationToken) -> anyhow::Result<()> {
    let mut lookups = Lookups::of("oversold");
    loop {
        if let Some(packs) = lookups.record(database::bounded(reservation_store::oversold(&db)).await) {
            metrics::gauge!("oversold_packs").set(f64::from(packs));
        }
        if !look_again(&stopping).await {
            return Ok(());
        }
    }
}
