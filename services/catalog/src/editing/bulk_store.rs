//! The SQL with which an import reads and locks products. `edit_store` and `change_store` write them.

use std::collections::HashMap;

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// The start of this transaction: the time of all changes that it records.
pub async fn begun_at(db: &mut PgConnection) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(r#"SELECT now() AS "now!""#)
        .fetch_one(db)
        .await
}

/// Locks products against other changes until the transaction ends. The order is always the same, which
/// prevents deadlocks.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query_scalar!(
        "SELECT id FROM products WHERE id = ANY($1) ORDER BY id FOR UPDATE",
        ids
    )
    .fetch_all(db)
    .await?;
    Ok(())
}

/// Returns the products with these names.
#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn ids_by_name(db: &mut PgConnection, names: &[String]) -> sqlx::Result<HashMap<String, Uuid>> {
    let rows = sqlx::query!(
        "SELECT product_name, id FROM products WHERE product_name = ANY($1)",
        names
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.product_name, row.id)).collect())
}
