//! SQL for ratings, which are summed at each read. Only the gateway reads them: all of them, every 30 s.
//! Samples, refused reviews and held reviews do not count.

use sqlx::PgPool;
use uuid::Uuid;

use crate::review::rules::Rating;

/// The ratings of products after this id, ordered by id.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_products(db: &PgPool, after: Uuid, limit: i64) -> sqlx::Result<Vec<Rating>> {
    sqlx::query_as!(
        Rating,
        r#"SELECT product_id, '' AS "product_name!", count(*) AS "review_count!", sum(rating_tenths) AS "rating_tenths_sum!"
           FROM reviews WHERE product_id > $1 AND NOT is_sample AND state <> 'refused' AND NOT is_held
           GROUP BY product_id ORDER BY product_id LIMIT $2"#,
        after,
        limit
    )
    .fetch_all(db)
    .await
}

/// The ratings of names without a product after this name, ordered by name.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_names(db: &PgPool, after: &str, limit: i64) -> sqlx::Result<Vec<Rating>> {
    sqlx::query_as!(
        Rating,
        r#"SELECT NULL::uuid AS product_id, lower(product_name) AS "product_name!", count(*) AS "review_count!",
             sum(rating_tenths) AS "rating_tenths_sum!"
           FROM reviews WHERE product_id IS NULL AND lower(product_name) > $1 AND NOT is_sample AND state <> 'refused' AND NOT is_held
           GROUP BY lower(product_name) ORDER BY lower(product_name) LIMIT $2"#,
        after,
        limit
    )
    .fetch_all(db)
    .await
}
