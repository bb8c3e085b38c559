//! SQL for recovery codes.

use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Stores the hashes of a staff member's codes, in place of the previous ones.
#[tracing::instrument(name = "INSERT staff_recovery_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store(db: &mut PgConnection, staff_id: Uuid, code_macs: &[Vec<u8>]) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM staff_recovery_codes WHERE staff_id = $1", staff_id)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "INSERT INTO staff_recovery_codes (staff_id, code_mac) SELECT $1, * FROM unnest($2::bytea[])",
        staff_id,
        code_macs
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Consumes a code. Returns false if it is unknown or was used.
#[tracing::instrument(name = "UPDATE staff_recovery_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(db: &mut PgConnection, staff_id: Uuid, code_mac: &[u8; 32]) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "UPDATE staff_recovery_codes SET used_at = now()
         WHERE staff_id = $1 AND code_mac = $2 AND used_at IS NULL",
        staff_id,
        code_mac.as_slice()
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}

/// Counts the unused codes of a staff member.
#[tracing::instrument(name = "SELECT staff_recovery_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count_unused(db: impl PgExecutor<'_>, staff_id: Uuid) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM staff_recovery_codes WHERE staff_id = $1 AND used_at IS NULL"#,
        staff_id
    )
    .fetch_one(db)
    .await
}
