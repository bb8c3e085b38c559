//! The SQL of the shop profile and its history.

use sqlx::{PgConnection, PgExecutor, types::Json};
use uuid::Uuid;

use crate::{
    error::Error,
    shop::facts::{Facts, Shop, ShopChange},
};

/// The maximum number of changes returned.
const MOST_CHANGES: i64 = 100;

/// Returns the current profile.
#[tracing::instrument(name = "SELECT shop", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn get(db: impl PgExecutor<'_>) -> Result<Shop, Error> {
    let row = sqlx::query!(r#"SELECT version, is_sample, facts AS "facts: Json<Facts>" FROM shop"#);
    let row = row.fetch_optional(db).await?;
    let row = row.ok_or(Error::Impossible("a shop that was begun has no row"))?;
    Ok(Shop {
        version: row.version,
        is_sample: row.is_sample,
        facts: row.facts.0,
    })
}

/// Stores the sample profile, unless there is a profile. If replicas start at the same time, the second one
/// changes nothing.
pub async fn begin(db: &mut PgConnection) -> sqlx::Result<()> {
    let samples = Facts::samples();
    let beginning = sqlx::query!(
        "INSERT INTO shop (version, is_sample, facts) VALUES (1, true, $1) ON CONFLICT DO NOTHING",
        Json(&samples) as _
    );
    if beginning.execute(&mut *db).await?.rows_affected() == 1 {
        let fields = samples.differences(&Facts::default());
        add_change(db, 1, None, &fields, &samples).await?;
    }
    Ok(())
}

/// Updates the profile if it has this version, and returns the next version.
#[tracing::instrument(name = "UPDATE shop", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn update(db: &mut PgConnection, version: i32, facts: &Facts) -> sqlx::Result<Option<i32>> {
    let updating = sqlx::query_scalar!(
        "UPDATE shop SET version = version + 1, is_sample = false, facts = $2 WHERE version = $1 RETURNING version",
        version,
        Json(facts) as _
    );
    updating.fetch_optional(db).await
}

/// Records a change, with the profile after it.
#[tracing::instrument(name = "INSERT shop_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add_change(
    db: &mut PgConnection,
    version: i32,
    staff_id: Option<Uuid>,
    fields: &[String],
    facts: &Facts,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO shop_changes (version, staff_id, fields, facts) VALUES ($1, $2, $3, $4)",
        version,
        staff_id,
        fields,
        Json(facts) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns the last changes, the newest first.
#[tracing::instrument(name = "SELECT shop_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn changes(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<ShopChange>> {
    sqlx::query_as!(
        ShopChange,
        "SELECT version, changed_at, staff_id, fields FROM shop_changes ORDER BY version DESC LIMIT $1",
        MOST_CHANGES
    )
    .fetch_all(db)
    .await
}
