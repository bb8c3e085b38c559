//! Metrics of a pool.

use runtime::metrics::look_again;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

/// Measures the pool until stopped.
pub fn measure(db: PgPool, stopping: CancellationToken) -> runtime::Life {
    Box::pin(measure_until(db, stopping))
}

async fn measure_until(db: PgPool, stopping: CancellationToken) -> anyhow::Result<()> {
    let most = db.options().get_max_connections();
    loop {
        let idle = u32::try_from(db.num_idle()).unwrap_or(u32::MAX);
        let used = db.size().saturating_sub(idle);
        metrics::gauge!("database_pool_connections", "state" => "idle").set(idle);
        metrics::gauge!("database_pool_connections", "state" => "used").set(used);
        metrics::gauge!("database_pool_connections_max").set(most);
        if !look_again(&stopping).await {
            return Ok(());
        }
    }
}
