//! The SQL of compared days and their differences.

use sqlx::{PgConnection, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::reconciliation::difference::Difference;

/// How long a claimed day is not claimed again. A failed comparison is repeated after it.
const LEASE_SECONDS: f64 = 3600.0;

/// Adds days that are not known yet.
#[tracing::instrument(name = "INSERT compared_days", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(db: &PgPool, provider: &str, days: &[Date]) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO compared_days (provider, day) SELECT $1, day FROM unnest($2::date[]) AS day ON CONFLICT DO NOTHING",
        provider,
        days
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Claims days that are due. Replicas never claim the same day at once.
#[tracing::instrument(name = "UPDATE compared_days", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim_due(db: &mut PgConnection, provider: &str, most: i64) -> sqlx::Result<Vec<Date>> {
    let days = sqlx::query_scalar!(
        "UPDATE compared_days SET compare_at = now() + make_interval(secs => $3)
         WHERE provider = $1 AND day IN (
           SELECT day FROM compared_days WHERE provider = $1 AND compare_at <= now()
           ORDER BY compare_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING day",
        provider,
        most,
        LEASE_SECONDS
    );
    days.fetch_all(db).await
}

/// True if a due day has not been compared for two days. Every day that can still change is due at least
/// daily.
#[tracing::instrument(name = "SELECT compared_days", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_late(db: &PgPool, provider: &str) -> sqlx::Result<bool> {
    let is_late = sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM compared_days WHERE provider = $1 AND compare_at IS NOT NULL
               AND coalesce(compared_at, day + interval '2 days') < now() - interval '2 days') AS "is_late!""#,
        provider
    );
    is_late.fetch_one(db).await
}

/// Postpones the comparison of a day.
#[tracing::instrument(name = "UPDATE compared_days", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn postpone(
    db: &PgPool,
    provider: &str,
    day: Date,
    compare_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE compared_days SET compare_at = $3 WHERE provider = $1 AND day = $2",
        provider,
        day,
        compare_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores the result of a comparison. Deletes differences that are gone, and keeps the time of those that
/// remain.
pub async fn record_comparison(
    transaction: &mut PgConnection,
    provider: &str,
    day: Date,
    differences: &[Difference],
    compare_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    note_day(transaction, provider, day, compare_at).await?;
    forget(transaction, provider, day, differences).await?;
    insert(transaction, provider, day, differences).await
}

#[tracing::instrument(name = "UPDATE compared_days", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn note_day(
    transaction: &mut PgConnection,
    provider: &str,
    day: Date,
    compare_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE compared_days SET compared_at = now(), compare_at = $3 WHERE provider = $1 AND day = $2",
        provider,
        day,
        compare_at
    )
    .execute(transaction)
    .await?;
    Ok(())
}

#[tracing::instrument(name = "DELETE differences", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn forget(
    transaction: &mut PgConnection,
    provider: &str,
    day: Date,
    differences: &[Difference],
) -> sqlx::Result<()> {
    let (kinds, references) = keys(differences);
    sqlx::query!(
        "DELETE FROM differences WHERE provider = $1 AND day = $2
           AND (kind, provider_reference) NOT IN (SELECT * FROM unnest($3::text[], $4::text[]))",
        provider,
        day,
        &kinds,
        &references
    )
    .execute(transaction)
    .await?;
    Ok(())
}

#[tracing::instrument(name = "INSERT differences", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn insert(
    transaction: &mut PgConnection,
    provider: &str,
    day: Date,
    differences: &[Difference],
) -> sqlx::Result<()> {
    let (kinds, references) = keys(differences);
    let orders = differences.iter().map(|difference| difference.order.as_ref());
    let (order_ids, numbers): (Vec<Option<Uuid>>, Vec<String>) = orders
        .map(|order| order.map_or((None, String::new()), |(id, number)| (Some(*id), number.clone())))
        .unzip();
    let amounts: Vec<_> = differences
        .iter()
        .map(|difference| difference.amount_paise)
        .collect();
    sqlx::query!(
        "INSERT INTO differences (provider, day, kind, provider_reference, order_id, order_number, amount_paise)
         SELECT $1, $2, kind, reference, order_id, number, paise
         FROM unnest($3::text[], $4::text[], $5::uuid[], $6::text[], $7::bigint[])
           AS difference (kind, reference, order_id, number, paise)
         ON CONFLICT (provider, day, kind, provider_reference) DO UPDATE SET amount_paise = excluded.amount_paise",
        provider,
        day,
        &kinds,
        &references,
        &order_ids as &[Option<Uuid>],
        &numbers,
        &amounts
    )
    .execute(transaction)
    .await?;
    Ok(())
}

fn keys(differences: &[Difference]) -> (Vec<String>, Vec<String>) {
    let keys = differences.iter();
    keys.map(|difference| {
        (
            difference.kind.as_str().to_owned(),
            difference.provider_reference.clone(),
        )
    })
    .unzip()
}
