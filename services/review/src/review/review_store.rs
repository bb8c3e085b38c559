//! The SQL of reviews, one function a question.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::review::rules::{NewReview, Rating, Review};

/// Keeps a review.
#[tracing::instrument(name = "INSERT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &mut PgConnection,
    id: Uuid,
    new: NewReview,
    is_verified: bool,
) -> sqlx::Result<Review> {
    let written_at = sqlx::query_scalar!(
        "INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths, product_id, is_verified)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING created_at",
        id,
        new.account_id,
        new.name,
        new.product_name,
        new.review,
        new.rating_tenths,
        new.product_id,
        is_verified
    )
    .fetch_one(db)
    .await?;
    Ok(Review {
        id,
        name: new.name,
        product_name: new.product_name,
        review: new.review,
        rating_tenths: new.rating_tenths,
        is_sample: false,
        written_at,
        edited_at: None,
        is_verified,
    })
}

/// The newest reviews, newest first.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest(db: &PgPool, limit: i64) -> sqlx::Result<Vec<Review>> {
    sqlx::query_as!(
        Review,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified
         FROM reviews ORDER BY created_at DESC, id DESC LIMIT $1",
        limit
    )
    .fetch_all(db)
    .await
}

/// The newest reviews of the product with this name, in any case, newest first.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest_of(db: &PgPool, product_name: &str, limit: i64) -> sqlx::Result<Vec<Review>> {
    sqlx::query_as!(
        Review,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified
         FROM reviews WHERE lower(product_name) = lower($1) ORDER BY created_at DESC, id DESC LIMIT $2",
        product_name,
        limit
    )
    .fetch_all(db)
    .await
}

/// What shoppers gave each product whose name comes after this one, in the order of the names. The table's trigger counts.
#[tracing::instrument(name = "SELECT product_ratings", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn ratings_after(db: &PgPool, product_name: &str, limit: i64) -> sqlx::Result<Vec<Rating>> {
    sqlx::query_as!(
        Rating,
        "SELECT product_name, review_count, rating_tenths_sum FROM product_ratings
         WHERE product_name > $1 AND review_count > 0 ORDER BY product_name LIMIT $2",
        product_name,
        limit
    )
    .fetch_all(db)
    .await
}

/// What shoppers gave the products with these names, in any case.
#[tracing::instrument(name = "SELECT product_ratings", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn ratings_of(db: &PgPool, product_names: &[String]) -> sqlx::Result<Vec<Rating>> {
    // The database makes them small, as it did when it counted.
    sqlx::query_as!(
        Rating,
        "SELECT product_name, review_count, rating_tenths_sum FROM product_ratings
         WHERE product_name IN (SELECT lower(name) FROM unnest($1::text[]) AS name) AND review_count > 0",
        product_names
    )
    .fetch_all(db)
    .await
}

/// Whether the samples are still to be planted. From here on they count as planted, once the transaction commits.
pub async fn begin_populating(db: &mut PgConnection) -> sqlx::Result<bool> {
    let planting = sqlx::query!("INSERT INTO planted (what) VALUES ('reviews') ON CONFLICT DO NOTHING");
    Ok(planting.execute(db).await?.rows_affected() == 1)
}

/// Adds a sample unless it is there.
pub async fn add_sample(db: &mut PgConnection, review: &Review) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO reviews (id, name, product_name, review, rating_tenths, created_at, is_sample)
         VALUES ($1, $2, $3, $4, $5, $6, true) ON CONFLICT DO NOTHING",
        review.id,
        review.name,
        review.product_name,
        review.review,
        review.rating_tenths,
        review.written_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes every sample away, and what says that they were planted.
pub async fn remove_samples(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM reviews WHERE is_sample")
        .execute(&mut *db)
        .await?;
    sqlx::query!("DELETE FROM planted WHERE what = 'reviews'")
        .execute(db)
        .await?;
    Ok(())
}
