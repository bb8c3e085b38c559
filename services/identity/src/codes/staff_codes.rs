//! SQL for password reset codes of staff.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::codes::one_time_code::{LIFE_MINUTES, MAX_WRONG_TRIES};

/// Stores a code in place of the previous one and returns the staff member's id. Returns `None` if no active
/// staff member has the address.
#[tracing::instrument(name = "INSERT staff_password_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store(db: &mut PgConnection, email: &str, code_mac: &[u8; 32]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "INSERT INTO staff_password_codes (staff_id, code_mac, expires_at)
         SELECT id, $2, now() + make_interval(mins => $3) FROM staff WHERE email = $1 AND is_active
         ON CONFLICT (staff_id) DO UPDATE SET code_mac = excluded.code_mac, expires_at = excluded.expires_at, tries = 0
         RETURNING staff_id",
        email,
        code_mac.as_slice(),
        LIFE_MINUTES
    )
    .fetch_optional(db)
    .await
}

/// True if a code is still valid, so that its mail is worth sending again.
#[tracing::instrument(name = "SELECT staff_password_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lives(db: &PgPool, code_mac: &[u8; 32], email: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM staff_password_codes JOIN staff ON staff.id = staff_id
             WHERE email = $1 AND code_mac = $2 AND expires_at > now() AND tries < $3) AS "lives!""#,
        email,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    )
    .fetch_one(db)
    .await
}

/// Counts a try and returns whether the code matches the live one.
#[tracing::instrument(name = "UPDATE staff_password_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn try_code(db: &PgPool, staff_id: Uuid, code_mac: &[u8; 32]) -> sqlx::Result<bool> {
    let tried = sqlx::query_scalar!(
        r#"UPDATE staff_password_codes SET tries = tries + 1
           WHERE staff_id = $1 AND expires_at > now() AND tries < $3
           RETURNING code_mac = $2 AS "is_right!""#,
        staff_id,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    );
    Ok(tried.fetch_optional(db).await?.unwrap_or_default())
}

/// Consumes a code. Returns false if it has expired, or another request consumed it.
#[tracing::instrument(name = "DELETE staff_password_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(db: &mut PgConnection, staff_id: Uuid, code_mac: &[u8; 32]) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "DELETE FROM staff_password_codes WHERE staff_id = $1 AND code_mac = $2 AND expires_at > now()",
        staff_id,
        code_mac.as_slice()
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}

/// Deletes a batch of expired codes and returns their number.
pub async fn remove_expired(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM staff_password_codes WHERE staff_id IN (
           SELECT staff_id FROM staff_password_codes WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
