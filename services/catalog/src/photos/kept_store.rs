//! The table `kept_photos`: which photos there are, and which were removed since nothing named them.
//!
//! Whoever names a photo locks its row first, and whoever removes one locks it before looking whether anything does. So no product
//! names a photo whose files go away.

use std::{collections::HashSet, time::Duration};

use sqlx::{PgConnection, PgPool};

use crate::photos::name::PhotoId;

/// So long a photo may wait for a product to name it. Also how often it is looked at.
const PATIENCE: Duration = Duration::from_hours(7 * 24);

/// Writes down that a photo is uploaded, before its files are looked for: from here on nobody removes them. Waits for whoever does so
/// right now.
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

/// Writes down photos of which files were found; those that are known stay as they are.
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

/// Which of these photos were removed. Until the transaction ends none of the others is.
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

/// Looks at photos that are due, at most so many: those that nothing names count as removed from here on, the others are looked at
/// again later. Answers how many were looked at.
#[tracing::instrument(name = "UPDATE kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn condemn(db: &PgPool, most: i64) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let due = sqlx::query_scalar!(
        "SELECT id FROM kept_photos WHERE removed_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $1
         FOR UPDATE SKIP LOCKED",
        most
    );
    let due = due.fetch_all(&mut *transaction).await?;
    // A statement of its own, which sees what was committed before the rows were locked.
    let looked_at = sqlx::query!(
        "UPDATE kept_photos SET due_at = now() + make_interval(secs => $2),
           removed_at = CASE WHEN is_named THEN NULL ELSE now() END
         FROM (SELECT due.id, EXISTS (SELECT FROM products WHERE named_photos(photos::text) @> ARRAY[due.id])
                 OR EXISTS (SELECT FROM product_changes WHERE named_photos(fields::text) @> ARRAY[due.id]) AS is_named
               FROM unnest($1::text[]) AS due (id)) AS due
         WHERE kept_photos.id = due.id",
        &due,
        PATIENCE.as_secs_f64()
    );
    let looked_at = looked_at.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(looked_at)
}

/// Photos that were removed and whose files may still be there, at most so many.
#[tracing::instrument(name = "SELECT kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn condemned(db: &PgPool, most: i64) -> sqlx::Result<Vec<String>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM kept_photos WHERE removed_at IS NOT NULL AND NOT is_gone ORDER BY removed_at LIMIT $1",
        most
    );
    ids.fetch_all(db).await
}

/// Whether a photo is still removed, and nobody uploads it meanwhile, until the transaction ends.
#[tracing::instrument(name = "SELECT kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn hold_condemned(db: &mut PgConnection, id: &PhotoId) -> sqlx::Result<bool> {
    let held = sqlx::query_scalar!(
        "SELECT id FROM kept_photos WHERE id = $1 AND removed_at IS NOT NULL AND NOT is_gone FOR UPDATE SKIP LOCKED",
        id.as_str()
    );
    Ok(held.fetch_optional(db).await?.is_some())
}

/// Writes down that the files of a photo are removed.
#[tracing::instrument(name = "UPDATE kept_photos", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_gone(db: &mut PgConnection, id: &PhotoId) -> sqlx::Result<()> {
    sqlx::query!("UPDATE kept_photos SET is_gone = true WHERE id = $1", id.as_str())
        .execute(db)
        .await?;
    Ok(())
}
