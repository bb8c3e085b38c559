//! The SQL of ratings, one function a question. Triggers of the reviews count them.

use sqlx::PgPool;
use uuid::Uuid;

use crate::review::rules::Rating;

/// Whether every review is counted by its product; until then what [`by_name`] tells is the truth.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_every_review_counted(db: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT NOT EXISTS (SELECT FROM reviews WHERE NOT is_counted) AS "is_every_one!""#)
        .fetch_one(db)
        .await
}

/// Has so many reviews counted that were there before they were counted by product; answers how many there were.
#[tracing::instrument(name = "UPDATE reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count_some(db: &PgPool, limit: i64) -> sqlx::Result<u64> {
    let counted = sqlx::query!(
        "UPDATE reviews SET is_counted = true WHERE id IN (
           SELECT id FROM reviews WHERE NOT is_counted LIMIT $1 FOR UPDATE SKIP LOCKED)",
        limit
    );
    Ok(counted.execute(db).await?.rows_affected())
}

/// What shoppers gave under each name after this one, in the order of the names, as the version before counts.
#[tracing::instrument(name = "SELECT product_ratings", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_name(db: &PgPool, after: &str, limit: i64) -> sqlx::Result<Vec<Rating>> {
    sqlx::query_as!(
        Rating,
        "SELECT NULL::uuid AS product_id, product_name, review_count, rating_tenths_sum FROM product_ratings
         WHERE product_name > $1 AND review_count > 0 ORDER BY product_name LIMIT $2",
        after,
        limit
    )
    .fetch_all(db)
    .await
}

/// What shoppers gave each product whose id comes after this one, in the order of the ids.
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

/// What shoppers gave under each name after this one whose product is not known, in the order of the names.
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

/// What shoppers gave the products with these names, in any case.
#[tracing::instrument(name = "SELECT product_ratings", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_these_names(db: &PgPool, product_names: &[String]) -> sqlx::Result<Vec<Rating>> {
    // The database makes them small, as it did when it counted.
    sqlx::query_as!(
        Rating,
        "SELECT NULL::uuid AS product_id, product_name, review_count, rating_tenths_sum FROM product_ratings
         WHERE product_name IN (SELECT lower(name) FROM unnest($1::text[]) AS name) AND review_count > 0",
        product_names
    )
    .fetch_all(db)
    .await
}
