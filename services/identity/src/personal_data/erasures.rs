//! Accounts that were deleted and are not forgotten yet.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::account::accounts::RemovedAccount;

/// A deleted account whose traces are to be erased.
pub struct Erasure {
    /// The address that the account had.
    pub email: String,
    /// Whether a code proved that the address is the shopper's.
    pub email_is_proven: bool,
    /// When it was deleted.
    pub deleted_at: OffsetDateTime,
}

/// Notes that an account is deleted.
#[tracing::instrument(name = "INSERT erasures", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn begin(db: &mut PgConnection, account_id: Uuid, account: &RemovedAccount) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO erasures (account_id, email, email_is_proven) VALUES ($1, $2, $3)",
        account_id,
        account.email,
        account.email_is_proven
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The erasure of what belonged to an account.
#[tracing::instrument(name = "SELECT erasures", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, account_id: Uuid) -> sqlx::Result<Option<Erasure>> {
    sqlx::query_as!(
        Erasure,
        "SELECT email, email_is_proven, deleted_at FROM erasures WHERE account_id = $1",
        account_id
    )
    .fetch_optional(db)
    .await
}

/// The same, locked until the transaction ends.
#[tracing::instrument(name = "SELECT erasures", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<Option<Erasure>> {
    sqlx::query_as!(
        Erasure,
        "SELECT email, email_is_proven, deleted_at FROM erasures WHERE account_id = $1 FOR UPDATE",
        account_id
    )
    .fetch_optional(db)
    .await
}

/// Notes that a service has erased everything; answers which services have.
#[tracing::instrument(name = "INSERT erasure_reports", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn report(db: &mut PgConnection, account_id: Uuid, service: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query!(
        "INSERT INTO erasure_reports (account_id, service) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        account_id,
        service
    )
    .execute(&mut *db)
    .await?;
    sqlx::query_scalar!(
        "SELECT service FROM erasure_reports WHERE account_id = $1",
        account_id
    )
    .fetch_all(db)
    .await
}

/// Forgets the address and which services have reported.
#[tracing::instrument(name = "DELETE erasures", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn finish(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM erasures WHERE account_id = $1", account_id)
        .execute(db)
        .await?;
    Ok(())
}
