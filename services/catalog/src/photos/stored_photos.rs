//! The table `kept_photos`: the stored photos, and those that were removed as unused.
//!
//! A transaction that uses a photo locks its row first, and the removal locks the row before it looks for
//! uses. So products do not use photos whose files are being deleted.

use std::{collections::HashSet, time::Duration};

use sqlx::{PgConnection, PgPool};

use crate::photos::name::PhotoId;

/// The time for which a photo may stay unused, and the interval of the checks.
const PATIENCE: Duration = Duration::from_hours(7 * 24);

/// Records an upload before its files are written, which protects them from removal. Waits for a removal that
/// is running.
#[tracing::instrument(name = "INSERT kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_upload(db: &PgPool, id: &PhotoId) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO kept_photos (id, due_at) VALUES ($1, now() + make_interval(secs => $2))
         ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, removed_at = NULL, is_gone = false",
        id.as_str(),
        PATIENCE.as_secs_f64()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records photos whose files were found. Known ones stay unchanged.
#[tracing::instrument(name = "INSERT kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_found(db: &PgPool, ids: &[String]) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO kept_photos (id, due_at) SELECT id, now() + make_interval(secs => $2) FROM unnest($1::text[]) AS id
         ON CONFLICT DO NOTHING",
        ids,
        PATIENCE.as_secs_f64()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the removed photos among these. The others cannot be removed until the transaction ends.
#[tracing::instrument(name = "SELECT kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn removed(db: &mut PgConnection, ids: &[String]) -> sqlx::Result<HashSet<String>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let rows = sqlx::query!(
        r#"SELECT id, removed_at IS NOT NULL AS "is_removed!" FROM kept_photos WHERE id = ANY($1)
           ORDER BY id FOR KEY SHARE"#,
        ids
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.filter(|row| row.is_removed).map(|row| row.id).collect())
}

/// Checks at most `most` photos that are due. Unused ones are marked as removed, and the others are checked
/// again later. Returns the number of checked photos.
#[tracing::instrument(name = "UPDATE kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn mark_unused(db: &PgPool, most: i64) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let due = sqlx::query_scalar!(
        "SELECT id FROM kept_photos WHERE removed_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $1
         FOR UPDATE SKIP LOCKED",
        most
    );
    let due = due.fetch_all(&mut *transaction).await?;
    // A separate statement, so that it sees all commits before the rows were locked.
    let looked_at = sqlx::query!(
        "UPDATE kept_photos SET due_at = now() + make_interval(secs => $2),
           removed_at = CASE WHEN is_named THEN NULL ELSE now() END
         FROM (SELECT due.id, EXISTS (SELECT FROM product_changes WHERE photo_ids @> ARRAY[due.id]) AS is_named
               FROM unnest($1::text[]) AS due (id)) AS due
         WHERE kept_photos.id = due.id",
        &due,
        PATIENCE.as_secs_f64()
    );
    let looked_at = looked_at.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(looked_at)
}

/// Returns at most `most` removed photos whose files may still exist.
#[tracing::instrument(name = "SELECT kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn list_removed(db: &PgPool, most: i64) -> sqlx::Result<Vec<String>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM kept_photos WHERE removed_at IS NOT NULL AND NOT is_gone ORDER BY removed_at LIMIT $1",
        most
    );
    ids.fetch_all(db).await
}

/// Locks a removed photo until the transaction ends, and returns true if it is still removed.
#[tracing::instrument(name = "SELECT kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock_removed(db: &mut PgConnection, id: &PhotoId) -> sqlx::Result<bool> {
    let held = sqlx::query_scalar!(
        "SELECT id FROM kept_photos WHERE id = $1 AND removed_at IS NOT NULL AND NOT is_gone FOR UPDATE SKIP LOCKED",
        id.as_str()
    );
    Ok(held.fetch_optional(db).await?.is_some())
}

/// Records that the files of a photo are deleted.
#[tracing::instrument(name = "UPDATE kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_gone(db: &mut PgConnection, id: &PhotoId) -> sqlx::Result<()> {
    sqlx::query!("UPDATE kept_photos SET is_gone = true WHERE id = $1", id.as_str())
        .execute(db)
        .await?;
    Ok(())
}
