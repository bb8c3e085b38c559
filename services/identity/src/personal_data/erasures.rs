//! SQL for erasures: deleted accounts whose data is not erased everywhere yet.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::account::accounts::RemovedAccount;

/// The erasure of a deleted account.
pub struct Erasure {
    /// The account's email address.
    pub email: String,
    /// True if a code proved that the address is the shopper's.
    pub email_is_proven: bool,
    /// The time of the deletion.
    pub deleted_at: OffsetDateTime,
}

/// Inserts an erasure.
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

/// Finds the erasure of an account.
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

/// Finds the erasure of an account and locks it until the transaction ends.
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

/// Records that a service has erased its data. Returns the services that have.
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

/// Deletes the erasure with the address and the reports.
#[tracing::instrument(name = "DELETE erasures", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn finish(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM erasures WHERE account_id = $1", account_id)
        .execute(db)
        .await?;
    Ok(())
}
