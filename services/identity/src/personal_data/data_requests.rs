//! SQL for data requests of shoppers.

use jobs::BATCH;
use serde_json::{Map, Value};
use sqlx::{PgConnection, PgPool, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

/// The lifetime of collected data, in days.
pub const LIFE_DAYS: i32 = 7;

/// A live request.
pub struct DataRequestRecord {
    /// A UUIDv7.
    pub id: Uuid,
    /// The time of the request.
    pub requested_at: OffsetDateTime,
}

/// A request that waits for parts.
pub struct LockedDataRequest {
    /// The account's email address.
    pub email: String,
}

/// The data of one service about a shopper.
pub struct ServiceData {
    /// The service's name.
    pub service: String,
    /// A JSON object.
    pub json: Value,
}

/// A live session.
pub struct SessionTimes {
    /// The start of the session.
    pub created_at: OffsetDateTime,
    /// The recorded time of its last use.
    pub last_used_at: OffsetDateTime,
}

/// The sessions and devices of an account.
pub struct LoginHistory {
    /// The sessions.
    pub sessions: Vec<SessionTimes>,
    /// The last login of each known device.
    pub devices: Vec<OffsetDateTime>,
}

/// Inserts a request in place of the account's previous one.
#[tracing::instrument(name = "INSERT data_requests", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn begin(db: &mut PgConnection, id: Uuid, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM data_requests WHERE account_id = $1", account_id)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "INSERT INTO data_requests (id, account_id) VALUES ($1, $2)",
        id,
        account_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores a part, in place of the service's previous one.
#[tracing::instrument(name = "INSERT data_parts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn put_part(
    db: &mut PgConnection,
    request_id: Uuid,
    service: &str,
    part: &Map<String, Value>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO data_parts (request_id, service, part) VALUES ($1, $2, $3)
         ON CONFLICT (request_id, service) DO UPDATE SET part = excluded.part",
        request_id,
        service,
        Json(part) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The account's request, unless it is older than a week.
#[tracing::instrument(name = "SELECT data_requests", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_account(db: &PgPool, account_id: Uuid) -> sqlx::Result<Option<DataRequestRecord>> {
    sqlx::query_as!(
        DataRequestRecord,
        "SELECT id, requested_at FROM data_requests
         WHERE account_id = $1 AND requested_at > now() - make_interval(days => $2)",
        account_id,
        LIFE_DAYS
    )
    .fetch_optional(db)
    .await
}

/// The parts of a request, by service name.
#[tracing::instrument(name = "SELECT data_parts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn parts(db: &PgPool, request_id: Uuid) -> sqlx::Result<Vec<ServiceData>> {
    sqlx::query_as!(
        ServiceData,
        "SELECT service, part AS json FROM data_parts WHERE request_id = $1 ORDER BY service",
        request_id
    )
    .fetch_all(db)
    .await
}

/// Locks a request until the transaction ends.
#[tracing::instrument(name = "SELECT data_requests", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, request_id: Uuid) -> sqlx::Result<Option<LockedDataRequest>> {
    sqlx::query_as!(
        LockedDataRequest,
        "SELECT email FROM data_requests JOIN accounts ON accounts.id = account_id
         WHERE data_requests.id = $1 FOR UPDATE OF data_requests",
        request_id
    )
    .fetch_optional(db)
    .await
}

/// The services that delivered their part.
#[tracing::instrument(name = "SELECT data_parts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn services(db: &mut PgConnection, request_id: Uuid) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("SELECT service FROM data_parts WHERE request_id = $1", request_id)
        .fetch_all(db)
        .await
}

/// Marks the request as complete. Returns false if it was already marked.
#[tracing::instrument(name = "UPDATE data_requests", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn complete(db: &mut PgConnection, request_id: Uuid) -> sqlx::Result<bool> {
    let completed = sqlx::query!(
        "UPDATE data_requests SET completed_at = now() WHERE id = $1 AND completed_at IS NULL",
        request_id
    );
    Ok(completed.execute(db).await?.rows_affected() == 1)
}

/// The sessions and devices of an account.
#[tracing::instrument(name = "SELECT sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn logins(db: &PgPool, account_id: Uuid) -> sqlx::Result<LoginHistory> {
    let sessions = sqlx::query_as!(
        SessionTimes,
        "SELECT created_at, last_used_at FROM sessions WHERE account_id = $1 ORDER BY created_at",
        account_id
    );
    let devices = sqlx::query_scalar!(
        "SELECT last_used_at FROM known_devices WHERE account_id = $1 ORDER BY last_used_at",
        account_id
    );
    Ok(LoginHistory {
        sessions: sessions.fetch_all(db).await?,
        devices: devices.fetch_all(db).await?,
    })
}

/// Deletes a batch of requests older than a week and returns their number.
pub async fn remove_old(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM data_requests WHERE id IN (
           SELECT id FROM data_requests WHERE requested_at <= now() - make_interval(days => $1)
           LIMIT $2 FOR UPDATE SKIP LOCKED)",
        LIFE_DAYS,
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
