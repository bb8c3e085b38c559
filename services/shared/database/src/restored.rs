//! The mark that a restore leaves in the database.

use sqlx::PgExecutor;
use time::OffsetDateTime;

/// When the database was last restored from a backup. `None` if it never was.
///
/// `shop-admin restore` sets it, or in a cluster the operator (docs/OPERATIONS.md), as a setting of the
/// database. So it works with tables of any version and is not part of the restored data.
pub async fn restored_at(db: impl PgExecutor<'_>) -> sqlx::Result<Option<OffsetDateTime>> {
    let marked = "SELECT nullif(current_setting('shop.restored_at', true), '')::timestamptz";
    sqlx::query_scalar(marked).fetch_one(db).await
}
