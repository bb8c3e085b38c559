//! SQL for reviews.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::review::rules::{NewReview, Review};

/// The checks of a new review.
#[derive(Debug, Clone, Copy)]
pub struct ReviewFlags {
    /// True if its writer bought a pack of the product.
    pub is_verified: bool,
    /// True if staff have to check it.
    pub is_flagged: bool,
    /// True if it is hidden until staff have read it.
    pub is_held: bool,
}

/// Inserts a review.
#[tracing::instrument(name = "INSERT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &mut PgConnection,
    id: Uuid,
    new: NewReview,
    ReviewFlags {
        is_verified,
        is_flagged,
        is_held,
    }: ReviewFlags,
) -> sqlx::Result<Review> {
    let written_at = sqlx::query_scalar!(
        "INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths, product_id, is_verified, is_flagged,
           is_held, checked_version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1) RETURNING created_at",
        id,
        new.account_id,
        new.name,
        new.product_name,
        new.review,
        new.rating_tenths,
        new.product_id,
        is_verified,
        is_flagged,
        is_held
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
        product_id: new.product_id,
        shop_answer: None,
    })
}

/// The newest reviews, newest first, without refused and held ones.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest(db: &PgPool, limit: i64) -> sqlx::Result<Vec<Review>> {
    sqlx::query_as!(
        Review,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer
         FROM reviews WHERE state <> 'refused' AND NOT is_held ORDER BY created_at DESC, id DESC LIMIT $1",
        limit
    )
    .fetch_all(db)
    .await
}

/// The newest reviews with this product name, in any case, without refused and held ones.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest_named(db: &PgPool, product_name: &str, limit: i64) -> sqlx::Result<Vec<Review>> {
    sqlx::query_as!(
        Review,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer
         FROM reviews WHERE lower(product_name) = lower($1) AND state <> 'refused' AND NOT is_held ORDER BY created_at DESC, id DESC LIMIT $2",
        product_name,
        limit
    )
    .fetch_all(db)
    .await
}

/// The newest reviews of a product, newest first: linked ones, and unlinked ones with this name in any case.
/// Without a name, only linked ones. Refused and held reviews are left out.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest_of(
    db: &PgPool,
    product_id: Uuid,
    product_name: Option<&str>,
    limit: i64,
) -> sqlx::Result<Vec<Review>> {
    sqlx::query_as!(
        Review,
        r#"SELECT id AS "id!", name AS "name!", product_name AS "product_name!", review AS "review!",
             rating_tenths AS "rating_tenths!", is_sample AS "is_sample!", created_at AS "written_at!", edited_at,
             is_verified AS "is_verified!", product_id, shop_answer
           FROM (
             (SELECT * FROM reviews WHERE product_id = $1 AND state <> 'refused' AND NOT is_held ORDER BY created_at DESC, id DESC LIMIT $3)
             UNION ALL
             (SELECT * FROM reviews WHERE product_id IS NULL AND lower(product_name) = lower($2) AND state <> 'refused' AND NOT is_held
              ORDER BY created_at DESC, id DESC LIMIT $3)) AS found
           ORDER BY created_at DESC, id DESC LIMIT $3"#,
        product_id,
        product_name,
        limit
    )
    .fetch_all(db)
    .await
}

/// True if the samples were not added yet. They count as added once the transaction commits.
pub async fn begin_populating(db: &mut PgConnection) -> sqlx::Result<bool> {
    let planting = sqlx::query!("INSERT INTO planted (what) VALUES ('reviews') ON CONFLICT DO NOTHING");
    Ok(planting.execute(db).await?.rows_affected() == 1)
}

/// Inserts a sample unless it exists. It is approved, so staff need not read it.
pub async fn add_sample(db: &mut PgConnection, review: &Review) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO reviews (id, name, product_name, review, rating_tenths, created_at, is_sample, state)
         VALUES ($1, $2, $3, $4, $5, $6, true, 'approved') ON CONFLICT DO NOTHING",
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

/// Deletes all samples, and the mark that they were added.
pub async fn remove_samples(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM reviews WHERE is_sample")
        .execute(&mut *db)
        .await?;
    sqlx::query!("DELETE FROM planted WHERE what = 'reviews'")
        .execute(db)
        .await?;
    Ok(())
}
