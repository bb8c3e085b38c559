//! The SQL of tax rates, and of documents that wait for one.

use sqlx::{PgConnection, PgExecutor};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// Limit of listed codes.
const MOST_MISSING: i64 = 100;

/// A stored tax rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRate {
    /// The first digits of an HSN code.
    pub hsn: String,
    /// The first day on which it applies.
    pub since: Date,
    /// The rate, in hundredths of a percent.
    pub rate_basis_points: i32,
    /// The legal source.
    pub source: String,
    /// The staff member who set it. `None` for built-in rates.
    pub staff_id: Option<Uuid>,
}

/// An HSN code without a rate, for which documents wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingRate {
    /// The code. Empty for products without one.
    pub hsn: String,
    /// The number of waiting orders.
    pub orders: i64,
    /// Since when the first of them waits.
    pub since: OffsetDateTime,
}

/// All rates, sorted by code, latest first.
#[tracing::instrument(name = "SELECT tax_rates", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn all(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<StoredRate>> {
    sqlx::query_as!(
        StoredRate,
        "SELECT hsn, since, rate_basis_points, source, staff_id FROM tax_rates ORDER BY hsn, since DESC"
    )
    .fetch_all(db)
    .await
}

/// The rate that applies to exactly this code on a day.
#[tracing::instrument(name = "SELECT tax_rates", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_code(db: impl PgExecutor<'_>, hsn: &str, on: Date) -> sqlx::Result<Option<StoredRate>> {
    sqlx::query_as!(
        StoredRate,
        "SELECT hsn, since, rate_basis_points, source, staff_id FROM tax_rates WHERE hsn = $1 AND since <= $2
         ORDER BY since DESC LIMIT 1",
        hsn,
        on
    )
    .fetch_optional(db)
    .await
}

/// Stores a rate. Returns false if the code has one that starts on the same day.
#[tracing::instrument(name = "INSERT tax_rates", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(db: &mut PgConnection, rate: &StoredRate) -> sqlx::Result<bool> {
    let adding = sqlx::query!(
        "INSERT INTO tax_rates (hsn, since, rate_basis_points, source, staff_id) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        rate.hsn,
        rate.since,
        rate.rate_basis_points,
        rate.source,
        rate.staff_id
    );
    Ok(adding.execute(db).await?.rows_affected() == 1)
}

/// The buyer of a waiting document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingBuyer {
    /// The recipient of the parcel.
    pub full_name: String,
    /// The delivery address.
    pub address: String,
}

/// Stores that an order's document waits for the rate of a code. Keeps the buyer of the first call.
#[tracing::instrument(name = "UPSERT waiting_documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add_waiting(
    db: impl PgExecutor<'_>,
    order_id: Uuid,
    hsn: &str,
    buyer: &WaitingBuyer,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO waiting_documents (order_id, hsn, full_name, address) VALUES ($1, $2, $3, $4)
         ON CONFLICT (order_id) DO UPDATE SET hsn = excluded.hsn WHERE waiting_documents.hsn <> excluded.hsn",
        order_id,
        hsn,
        buyer.full_name,
        buyer.address
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The buyer of an order's waiting document. `None` if it does not wait.
#[tracing::instrument(name = "SELECT waiting_documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn waiting_buyer(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<Option<WaitingBuyer>> {
    sqlx::query_as!(
        WaitingBuyer,
        r#"SELECT full_name AS "full_name!", address AS "address!" FROM waiting_documents
           WHERE order_id = $1 AND full_name IS NOT NULL AND address IS NOT NULL"#,
        order_id
    )
    .fetch_optional(db)
    .await
}

/// Removes an order whose document was issued.
#[tracing::instrument(name = "DELETE waiting_documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove_waiting(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM waiting_documents WHERE order_id = $1", order_id)
        .execute(db)
        .await?;
    Ok(())
}

/// Orders whose code has a rate now, least recently tried first. Marks them as tried.
#[tracing::instrument(name = "UPDATE waiting_documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim_issuable(db: impl PgExecutor<'_>, on: Date, most: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "UPDATE waiting_documents SET tried_at = now() WHERE order_id = ANY (ARRAY(
           SELECT order_id FROM waiting_documents AS waiting
           WHERE EXISTS (SELECT FROM tax_rates WHERE starts_with(waiting.hsn, tax_rates.hsn) AND tax_rates.since <= $1)
           ORDER BY tried_at NULLS FIRST, since LIMIT $2))
         RETURNING order_id",
        on,
        most
    )
    .fetch_all(db)
    .await
}

/// The codes for which documents wait.
#[tracing::instrument(name = "SELECT waiting_documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn missing(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<MissingRate>> {
    sqlx::query_as!(
        MissingRate,
        r#"SELECT hsn, count(*) AS "orders!", min(since) AS "since!" FROM waiting_documents GROUP BY hsn ORDER BY hsn LIMIT $1"#,
        MOST_MISSING
    )
    .fetch_all(db)
    .await
}
