//! The SQL of invitations.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::staff::role::Role;

/// How long an invitation can be accepted; its mail says so.
const LIFE_HOURS: i32 = 72;

/// How long whoever accepted an invitation is answered the same again.
const ANSWERED_AGAIN_MINUTES: i32 = 10;

/// Invitations that are listed at most: more than a shop sends in three days.
const MOST_LISTED: i64 = 100;

/// An invitation to keep.
pub struct NewInvitation<'a> {
    /// Becomes the id of whoever accepts it.
    pub id: Uuid,
    /// SHA-256 of the token.
    pub token_hash: [u8; 32],
    /// Whom it is for; empty for the first owner's.
    pub email: &'a str,
    /// What they are called; empty when nobody said.
    pub name: &'a str,
    /// What they will do.
    pub role: Role,
    /// The encrypted secret of their authenticator app.
    pub totp_secret: &'a [u8],
}

/// An invitation that waits.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// Becomes the id of whoever accepts it.
    pub id: Uuid,
    /// Whom it is for; empty for the first owner's.
    pub email: String,
    /// What they are called; empty when nobody said.
    pub name: String,
    /// What they will do.
    pub role: Role,
    /// The encrypted secret of their authenticator app.
    pub totp_secret: Vec<u8>,
    /// Until when it can be accepted.
    pub expires_at: OffsetDateTime,
}

/// As the database keeps it.
struct Row {
    id: Uuid,
    email: String,
    name: String,
    role: String,
    totp_secret: Vec<u8>,
    expires_at: OffsetDateTime,
}

impl Row {
    fn read(self) -> sqlx::Result<Invitation> {
        Ok(Invitation {
            id: self.id,
            email: self.email,
            name: self.name,
            role: Role::named(&self.role)?,
            totp_secret: self.totp_secret,
            expires_at: self.expires_at,
        })
    }
}

/// Keeps an invitation in the place of the address's last one; answers until when it can be accepted.
#[tracing::instrument(name = "INSERT staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store(db: &mut PgConnection, invitation: NewInvitation<'_>) -> sqlx::Result<OffsetDateTime> {
    sqlx::query_scalar!(
        "INSERT INTO staff_invitations (id, token_hash, email, name, role, totp_secret, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))
         ON CONFLICT (email) DO UPDATE
           SET id = excluded.id, token_hash = excluded.token_hash, name = excluded.name, role = excluded.role,
             totp_secret = excluded.totp_secret, expires_at = excluded.expires_at
         RETURNING expires_at",
        invitation.id,
        invitation.token_hash.as_slice(),
        invitation.email,
        invitation.name,
        invitation.role.name(),
        invitation.totp_secret,
        LIFE_HOURS
    )
    .fetch_one(db)
    .await
}

/// The invitation that this token opens.
#[tracing::instrument(name = "SELECT staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<Invitation>> {
    let found = sqlx::query_as!(
        Row,
        "SELECT id, email, name, role, totp_secret, expires_at FROM staff_invitations
         WHERE token_hash = $1 AND expires_at > now()",
        token_hash.as_slice()
    );
    found.fetch_optional(db).await?.map(Row::read).transpose()
}

/// Uses an invitation up; false when it has ended or was used before.
#[tracing::instrument(name = "DELETE staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(db: &mut PgConnection, token_hash: &[u8; 32]) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "DELETE FROM staff_invitations WHERE token_hash = $1 AND expires_at > now()",
        token_hash.as_slice()
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}

/// Notes who accepted an invitation that was just used up.
#[tracing::instrument(name = "INSERT accepted_staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_accepted(db: &mut PgConnection, token_hash: &[u8; 32], staff_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO accepted_staff_invitations (token_hash, staff_id) VALUES ($1, $2)",
        token_hash.as_slice(),
        staff_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Who accepted the invitation with this token a moment ago, if they may sign in.
#[tracing::instrument(name = "SELECT accepted_staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn accepted_by(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "SELECT staff_id FROM accepted_staff_invitations JOIN staff ON staff.id = staff_id
         WHERE token_hash = $1 AND is_active AND accepted_at > now() - make_interval(mins => $2)",
        token_hash.as_slice(),
        ANSWERED_AGAIN_MINUTES
    )
    .fetch_optional(db)
    .await
}

/// The invitations that wait, the newest first.
#[tracing::instrument(name = "SELECT staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn waiting(db: &PgPool) -> sqlx::Result<Vec<Invitation>> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, email, name, role, totp_secret, expires_at FROM staff_invitations
         WHERE expires_at > now() ORDER BY expires_at DESC, id DESC LIMIT $1",
        MOST_LISTED
    );
    rows.fetch_all(db).await?.into_iter().map(Row::read).collect()
}

/// Clears away a batch of invitations that have ended; answers how many.
pub async fn remove_expired(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM staff_invitations WHERE id IN
           (SELECT id FROM staff_invitations WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}

/// Clears away a batch of those that are not answered again any more; answers how many.
pub async fn remove_accepted(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM accepted_staff_invitations WHERE token_hash IN (
           SELECT token_hash FROM accepted_staff_invitations
           WHERE accepted_at <= now() - make_interval(mins => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)",
        ANSWERED_AGAIN_MINUTES,
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
