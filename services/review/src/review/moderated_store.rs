//! SQL for moderation.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::review::{
    flagged_parts::is_flagged,
    moderated_review::{ModeratedReview, ModerationCursor, ReviewState},
    rules::Review,
};

#[expect(clippy::struct_excessive_bools, reason = "a row, as the database keeps it")]
struct ModeratedReviewRow {
    id: Uuid,
    name: String,
    product_name: String,
    review: String,
    rating_tenths: i16,
    is_sample: bool,
    written_at: OffsetDateTime,
    edited_at: Option<OffsetDateTime>,
    is_verified: bool,
    product_id: Option<Uuid>,
    shop_answer: Option<String>,
    version: i32,
    state: String,
    refusal_reason: Option<String>,
    moderated_at: Option<OffsetDateTime>,
    moderated_by: Option<Uuid>,
    is_flagged: bool,
    is_held: bool,
}

impl From<ModeratedReviewRow> for ModeratedReview {
    fn from(row: ModeratedReviewRow) -> Self {
        Self {
            version: row.version,
            state: ReviewState::from_stored(&row.state),
            refusal_reason: row.refusal_reason,
            moderated_at: row.moderated_at,
            moderated_by: row.moderated_by,
            is_flagged: row.is_flagged,
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

/// An action of a staff member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModerationAction {
    /// The review is shown.
    Approved,
    /// The review is not shown.
    Refused,
    /// The shop's answer was set.
    Answered,
    /// The shop's answer was removed.
    AnswerRemoved,
}

/// An entry in the moderation history of a review.
#[derive(Debug, Clone, Copy)]
pub struct ModerationLogEntry {
    /// The action.
    pub action: ModerationAction,
    /// The staff member. `None` if the call has no staff token.
    pub staff_id: Option<Uuid>,
}

impl ModerationAction {
    fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Answered => "answered",
            Self::AnswerRemoved => "answer_removed",
        }
    }
}

impl ModerationLogEntry {
    /// True for an approval or refusal, false for an answer.
    fn is_about_state(self) -> bool {
        matches!(
            self.action,
            ModerationAction::Approved | ModerationAction::Refused
        )
    }
}

/// Returns waiting reviews after this position, optionally only flagged ones.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn waiting(
    db: &PgPool,
    only_flagged: bool,
    behind: ModerationCursor,
    limit: i64,
) -> sqlx::Result<Vec<ModeratedReview>> {
    let rows = sqlx::query_as!(
        ModeratedReviewRow,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer, version, state, refusal_reason, moderated_at, moderated_by, is_flagged,
           is_held
         FROM reviews
         WHERE state = 'waiting' AND (NOT is_flagged) <= $1
           AND ((NOT is_flagged), coalesce(edited_at, created_at), id) > ($2, $3, $4)
         ORDER BY (NOT is_flagged), coalesce(edited_at, created_at), id LIMIT $5",
        !only_flagged,
        !behind.is_flagged,
        behind.at,
        behind.id,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(ModeratedReview::from).collect())
}

/// Returns reviews in this decided state after this position, the latest decision first.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn decided(
    db: &PgPool,
    state: ReviewState,
    behind: ModerationCursor,
    limit: i64,
) -> sqlx::Result<Vec<ModeratedReview>> {
    let rows = sqlx::query_as!(
        ModeratedReviewRow,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer, version, state, refusal_reason, moderated_at, moderated_by, is_flagged,
           is_held
         FROM reviews
         WHERE state = $1 AND state <> 'waiting' AND (coalesce(moderated_at, created_at), id) < ($2, $3)
         ORDER BY coalesce(moderated_at, created_at) DESC, id DESC LIMIT $4",
        state.as_str(),
        behind.at,
        behind.id,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(ModeratedReview::from).collect())
}

/// The flagged reviews among [`decided`], by an index of their own.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn decided_and_flagged(
    db: &PgPool,
    state: ReviewState,
    behind: ModerationCursor,
    limit: i64,
) -> sqlx::Result<Vec<ModeratedReview>> {
    let rows = sqlx::query_as!(
        ModeratedReviewRow,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer, version, state, refusal_reason, moderated_at, moderated_by, is_flagged,
           is_held
         FROM reviews
         WHERE state = $1 AND state <> 'waiting' AND is_flagged AND (coalesce(moderated_at, created_at), id) < ($2, $3)
         ORDER BY coalesce(moderated_at, created_at) DESC, id DESC LIMIT $4",
        state.as_str(),
        behind.at,
        behind.id,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(ModeratedReview::from).collect())
}

/// Counts the waiting reviews, and the flagged ones among them, each up to `most`.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count_waiting(db: &PgPool, most: i64) -> sqlx::Result<(i64, i64)> {
    // This order lets the database read the index from its start.
    let counts = sqlx::query!(
        r#"SELECT
             (SELECT count(*) FROM (SELECT FROM reviews WHERE state = 'waiting'
                ORDER BY (NOT is_flagged), coalesce(edited_at, created_at), id LIMIT $1) AS those) AS "waiting!",
             (SELECT count(*) FROM (SELECT FROM reviews WHERE state = 'waiting' AND (NOT is_flagged) <= false
                ORDER BY (NOT is_flagged), coalesce(edited_at, created_at), id LIMIT $1) AS those) AS "flagged!""#,
        most
    )
    .fetch_one(db)
    .await?;
    Ok((counts.waiting, counts.flagged))
}

/// Locks a review. Concurrent changes by staff and its writer are serialised.
#[tracing::instrument(name = "SELECT reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<ModeratedReview>> {
    let row = sqlx::query_as!(
        ModeratedReviewRow,
        "SELECT id, name, product_name, review, rating_tenths, is_sample, created_at AS written_at, edited_at, is_verified,
           product_id, shop_answer, version, state, refusal_reason, moderated_at, moderated_by, is_flagged,
           is_held
         FROM reviews WHERE id = $1 FOR UPDATE",
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(ModeratedReview::from))
}

/// Stores a change by staff and its history entry. Returns the time of the last decision.
#[tracing::instrument(name = "UPDATE reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn write(
    db: &mut PgConnection,
    changed: &ModeratedReview,
    entry: ModerationLogEntry,
) -> sqlx::Result<Option<OffsetDateTime>> {
    let ModeratedReview { review, version, .. } = changed;
    let moderated_at = sqlx::query_scalar!(
        "UPDATE reviews SET version = $2, state = $3, refusal_reason = $4, shop_answer = $5, moderated_by = $6,
           moderated_at = CASE WHEN $7 THEN now() ELSE moderated_at END, is_flagged = $8, is_held = $9, checked_version = $2
         WHERE id = $1 RETURNING moderated_at",
        review.id,
        version,
        changed.state.as_str(),
        changed.refusal_reason,
        review.shop_answer,
        changed.moderated_by,
        entry.is_about_state(),
        changed.is_flagged,
        changed.is_held
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO review_moderations (id, review_id, staff_id, decision, reason, version) VALUES ($1, $2, $3, $4, $5, $6)",
        Uuid::now_v7(),
        review.id,
        entry.staff_id,
        entry.action.as_str(),
        changed.refusal_reason.as_deref().filter(|_| entry.action == ModerationAction::Refused),
        version
    )
    .execute(db)
    .await?;
    Ok(moderated_at)
}

/// Checks up to `limit` unchecked reviews for forbidden claims and contact details, and returns their number.
/// Flagged reviews are held unless staff approved this text. Unchecked reviews come from the previous
/// release, which writes texts without checks.
#[tracing::instrument(name = "UPDATE reviews", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn check_new_texts(db: &PgPool, limit: i64) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let texts = sqlx::query!(
        "SELECT id, name, product_name, review FROM reviews WHERE checked_version <> version LIMIT $1 FOR UPDATE SKIP LOCKED",
        limit
    )
    .fetch_all(&mut *transaction)
    .await?;
    let ids: Vec<_> = texts.iter().map(|text| text.id).collect();
    let flags = texts.iter();
    let flags = flags.map(|text| is_flagged([&text.name, &text.product_name, &text.review]));
    let flags: Vec<_> = flags.collect();
    let checked = sqlx::query!(
        "UPDATE reviews SET is_flagged = looked.is_flagged, checked_version = version,
           state = CASE WHEN checked_version = 0 THEN state ELSE 'waiting' END,
           refusal_reason = CASE WHEN checked_version = 0 THEN refusal_reason END,
           is_held = (checked_version <> 0 OR state = 'waiting') AND NOT is_sample AND (is_held OR looked.is_flagged)
         FROM unnest($1::uuid[], $2::boolean[]) AS looked (id, is_flagged) WHERE reviews.id = looked.id",
        &ids,
        &flags
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(checked.rows_affected())
}
