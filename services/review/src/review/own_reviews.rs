//! SQL for the reviews of an account.

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;
use values::Page;

use crate::review::rules::{OwnReview, Review};

struct OwnReviewRow {
    id: Uuid,
    name: String,
    product_name: String,
    review: String,
    rating_tenths: i16,
    is_sample: bool,
    written_at: OffsetDateTime,
    edited_at: Option<OffsetDateTime>,
    is_verified: bool,
    version: i32,
    product_id: Option<Uuid>,
    shop_answer: Option<String>,
    refusal_reason: Option<String>,
    is_held: bool,
}

impl From<OwnReviewRow> for OwnReview {
    fn from(row: OwnReviewRow) -> Self {
        Self {
            version: row.version,
            refusal_reason: row.refusal_reason,
            is_held: row.is_held,
            review: Review {
                id: row.id,
                name: row.name,
                product_name: row.product_name,
                review: row.review,
                rating_tenths: row.rating_tenths,
                is_sample: row.is_sample,
                written_at: row.written_at,
                edited_at: row.edited_at,
                is_verified: row.is_verified,
                product_id: row.product_id,
                shop_answer: row.shop_answer,
            },
        }
    }
}

/// Returns a page of an account's reviews, newest first.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn page(db: impl PgExecutor<'_>, account_id: Uuid, page: Page) -> sqlx::Result<Vec<OwnReview>> {
    let rows = sqlx::query_as!(
        OwnReviewRow,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer, version, refusal_reason, is_held
         FROM reviews WHERE account_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4",
        account_id,
        page.behind.at,
        page.behind.id,
        page.limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(OwnReview::from).collect())
}

/// Locks a review of this account. Concurrent changes are serialised.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, account_id: Uuid, id: Uuid) -> sqlx::Result<Option<OwnReview>> {
    let row = sqlx::query_as!(
        OwnReviewRow,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer, version, refusal_reason, is_held
         FROM reviews WHERE id = $1 AND account_id = $2 FOR UPDATE",
        id,
        account_id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(OwnReview::from))
}

/// Stores a change by the writer and returns its time. The review waits for moderation again, and is shown
/// meanwhile unless it is held.
#[tracing::instrument(name = "UPDATE reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn write(db: &mut PgConnection, changed: &OwnReview) -> sqlx::Result<Option<OffsetDateTime>> {
    let OwnReview { review, version, .. } = changed;
    sqlx::query_scalar!(
        "UPDATE reviews SET review = $2, rating_tenths = $3, version = $4, is_verified = $5, edited_at = now(),
           state = 'waiting', refusal_reason = NULL, is_flagged = $6, is_held = $7,
           checked_version = $4
         WHERE id = $1 RETURNING edited_at",
        review.id,
        review.review,
        review.rating_tenths,
        version,
        review.is_verified,
        review.is_flagged(),
        changed.is_held
    )
    .fetch_one(db)
    .await
}
