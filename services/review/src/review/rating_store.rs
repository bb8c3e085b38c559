//! SQL for ratings. Triggers on `reviews` maintain them.

use sqlx::PgPool;
use uuid::Uuid;

use crate::review::rules::Rating;

/// The ratings of products after this id, ordered by id.
#[tracing::instrument(name = "SELECT ratings_by_product", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_products(db: &PgPool, after: Uuid, limit: i64) -> sqlx::Result<Vec<Rating>> {
    sqlx::query_as!(
        Rating,
        r#"SELECT product_id AS "product_id?", product_name, review_count, rating_tenths_sum FROM ratings_by_product
           WHERE product_id > $1 AND review_count > 0 ORDER BY product_id LIMIT $2"#,
        after,
        limit
    )
    .fetch_all(db)
    .await
}

/// The ratings of names without a product after this name, ordered by name.
#[tracing::instrument(name = "SELECT ratings_by_name", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_names(db: &PgPool, after: &str, limit: i64) -> sqlx::Result<Vec<Rating>> {
    sqlx::query_as!(
        Rating,
        "SELECT NULL::uuid AS product_id, product_name, review_count, rating_tenths_sum FROM ratings_by_name
         WHERE product_name > $1 AND review_count > 0 ORDER BY product_name LIMIT $2",
        after,
        limit
    )
    .fetch_all(db)
    .await
}
