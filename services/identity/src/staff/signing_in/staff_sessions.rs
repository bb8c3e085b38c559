//! SQL for sessions of staff.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::staff::{role::Role, staff_store::StaffRecord};

/// The minutes without a call after which a session ends.
const IDLE_MINUTES: i32 = 30;

/// The minutes between two recorded uses, so that a screen with many calls costs one write. A session may end
/// this much early.
const NOTED_EVERY_MINUTES: i32 = 1;

/// The hours after which a session ends, regardless of use.
const LIFE_HOURS: i32 = 12;

/// The minutes for which a reauthentication is valid.
const REAUTHENTICATED_MINUTES: i32 = 5;

/// A live session of an active staff member.
pub struct StaffSession {
    /// The staff member.
    pub staff: StaffRecord,
    /// True if the recorded last use is old enough to be updated.
    pub is_due: bool,
    /// True if they reauthenticated recently.
    pub is_reauthenticated: bool,
}

/// A database row.
struct StaffSessionRow {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    is_active: bool,
    signed_in_at: Option<OffsetDateTime>,
    is_due: bool,
    is_reauthenticated: bool,
}

impl StaffSessionRow {
    fn parse(self) -> sqlx::Result<StaffSession> {
        let staff = StaffRecord {
            id: self.id,
            name: self.name,
            email: self.email,
            role: Role::named(&self.role)?,
            is_active: self.is_active,
            signed_in_at: self.signed_in_at,
        };
        Ok(StaffSession {
            staff,
            is_due: self.is_due,
            is_reauthenticated: self.is_reauthenticated,
        })
    }
}

/// Whether a sign-in counts as a reauthentication, which exports, refunds and invitations need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInReauthentication {
    /// The password and the app's code were verified.
    Now,
    /// A recovery code was used, which is accepted only at a sign-in.
    Never,
}

/// Starts a session.
#[tracing::instrument(name = "INSERT staff_sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn begin(
    db: &mut PgConnection,
    token_hash: &[u8; 32],
    staff_id: Uuid,
    reauthentication: SignInReauthentication,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO staff_sessions (token_hash, staff_id, reauthenticated_at)
         VALUES ($1, $2, CASE WHEN $3 THEN now() ELSE 'epoch' END)",
        token_hash.as_slice(),
        staff_id,
        reauthentication == SignInReauthentication::Now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Finds the live session with this token.
#[tracing::instrument(name = "SELECT staff_sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<StaffSession>> {
    let found = sqlx::query_as!(
        StaffSessionRow,
        r#"SELECT id, name, email, role, is_active, signed_in_at,
             last_used_at <= now() - make_interval(mins => $4) AS "is_due!",
             reauthenticated_at > now() - make_interval(mins => $5) AS "is_reauthenticated!"
           FROM staff_sessions JOIN staff ON staff.id = staff_id
           WHERE token_hash = $1 AND is_active AND last_used_at > now() - make_interval(mins => $2)
             AND staff_sessions.created_at > now() - make_interval(hours => $3)"#,
        token_hash.as_slice(),
        IDLE_MINUTES,
        LIFE_HOURS,
        NOTED_EVERY_MINUTES,
        REAUTHENTICATED_MINUTES
    );
    found
        .fetch_optional(db)
        .await?
        .map(StaffSessionRow::parse)
        .transpose()
}

/// Records the use of a session.
#[tracing::instrument(name = "UPDATE staff_sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn touch(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE staff_sessions SET last_used_at = now() WHERE token_hash = $1",
        token_hash.as_slice()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records a reauthentication. Returns false if the session has ended.
#[tracing::instrument(name = "UPDATE staff_sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reauthenticate(db: &mut PgConnection, token_hash: &[u8; 32]) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "UPDATE staff_sessions SET reauthenticated_at = now(), last_used_at = now() WHERE token_hash = $1",
        token_hash.as_slice()
    );
    Ok(noted.execute(db).await?.rows_affected() == 1)
}

/// Ends a session and returns its staff member's id.
#[tracing::instrument(name = "DELETE staff_sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &mut PgConnection, token_hash: &[u8; 32]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "DELETE FROM staff_sessions WHERE token_hash = $1 RETURNING staff_id",
        token_hash.as_slice()
    )
    .fetch_optional(db)
    .await
}

/// Ends all sessions of a staff member.
#[tracing::instrument(name = "DELETE staff_sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove_all(db: &mut PgConnection, staff_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM staff_sessions WHERE staff_id = $1", staff_id)
        .execute(db)
        .await?;
    Ok(())
}

/// Ends all sessions of a staff member except this one.
#[tracing::instrument(name = "DELETE staff_sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove_others(db: &mut PgConnection, staff_id: Uuid, but: &[u8; 32]) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM staff_sessions WHERE staff_id = $1 AND token_hash <> $2",
        staff_id,
        but.as_slice()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes a batch of idle sessions and returns their number. Sessions past their maximum age become idle
/// soon, because they cannot be used.
pub async fn remove_idle(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM staff_sessions WHERE token_hash IN (
           SELECT token_hash FROM staff_sessions WHERE last_used_at <= now() - make_interval(mins => $1)
           LIMIT $2 FOR UPDATE SKIP LOCKED)",
        IDLE_MINUTES,
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
