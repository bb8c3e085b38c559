//! The mark that a restore leaves in a database.

use sqlx::PgExecutor;
use time::OffsetDateTime;

/// The time at which the database was last put back from a backup; none when it never was.
///
/// `shop-admin restore` sets it, and in a cluster its operator (docs/OPERATIONS.md), as a setting of the database: it holds for tables
/// of any version, and it is no part of what is restored.
pub async fn restored_at(db: impl PgExecutor<'_>) -> sqlx::Result<Option<OffsetDateTime>> {
    let marked = "SELECT nullif(current_setting('shop.restored_at', true), '')::timestamptz";
    sqlx::query_scalar(marked).fetch_one(db).await
}
