//! SQL for reviews without a product.

use sqlx::PgExecutor;
use uuid::Uuid;

/// True if there is a review without a product.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub(super) async fn is_one_without_product(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM reviews WHERE product_id IS NULL) AS "is_one!""#)
        .fetch_one(db)
        .await
}

/// The names among `names` that reviews without a product have, in any case.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub(super) async fn names_without_product(
    db: impl PgExecutor<'_>,
    names: impl Iterator<Item = &String>,
) -> sqlx::Result<Vec<String>> {
    let names: Vec<_> = names.cloned().collect();
    sqlx::query_scalar!(
        r#"SELECT called AS "called!" FROM unnest($1::text[]) AS called
           WHERE EXISTS (SELECT FROM reviews WHERE product_id IS NULL AND lower(product_name) = lower(called))"#,
        &names
    )
    .fetch_all(db)
    .await
}

/// Sets the product of up to `limit` reviews with this name, in any case, and returns their number. Waits for
/// locked reviews, because the next run is minutes away. Other periodic tasks skip locked rows, so two tasks
/// cannot deadlock.
#[tracing::instrument(name = "UPDATE reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub(super) async fn link(
    db: impl PgExecutor<'_>,
    name: &str,
    product_id: Uuid,
    limit: i64,
) -> sqlx::Result<u64> {
    let linked = sqlx::query!(
        "UPDATE reviews SET product_id = $2 WHERE id IN (
           SELECT id FROM reviews WHERE product_id IS NULL AND lower(product_name) = lower($1)
           LIMIT $3 FOR UPDATE)",
        name,
        product_id,
        limit
    );
    Ok(linked.execute(db).await?.rows_affected())
}
