use futures_util::{FutureExt as _, future::BoxFuture};
use sqlx::{PgPool, Postgres, Transaction};
use tracing::Instrument as _;

/// Begins a transaction.
///
/// A caller that is cancelled meanwhile, such as a request at its deadline, leaves no open transaction in the
/// pool. `Pool::begin` does (sqlx 0.9.0), because it rolls back only what it knows to have begun. Another
/// caller's statements on that connection would then be acknowledged, and rolled back a few seconds later.
pub fn begin(db: &PgPool) -> BoxFuture<'static, sqlx::Result<Transaction<'static, Postgres>>> {
    let db = db.clone();
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that may; the task outlives its caller by the pool's own patience at most, and rolls back"
    )]
    let begun = async move { tokio::spawn(async move { db.begin().await }.in_current_span()).await };
    Box::pin(begun.map(|begun| begun.unwrap_or(Err(sqlx::Error::WorkerCrashed))))
}
