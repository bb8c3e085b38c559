//! SQL for invitations.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::staff::role::Role;

/// The lifetime of an invitation, in hours; its mail states it.
const LIFE_HOURS: i32 = 72;

/// How long an acceptance can be repeated, in minutes.
const ANSWERED_AGAIN_MINUTES: i32 = 10;

/// The maximum number of invitations listed: more than a shop sends in three days.
const MOST_LISTED: i64 = 100;

/// A new invitation.
pub struct NewInvitation<'a> {
    /// The id, which becomes the invitee's staff id.
    pub id: Uuid,
    /// SHA-256 of the token.
    pub token_hash: [u8; 32],
    /// The invitee's address; empty for the first owner.
    pub email: &'a str,
    /// The invitee's name; empty if unknown.
    pub name: &'a str,
    /// The invitee's role.
    pub role: Role,
    /// The encrypted secret of the invitee's authenticator app.
    pub totp_secret: &'a [u8],
}

/// An open invitation.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// The id, which becomes the invitee's staff id.
    pub id: Uuid,
    /// The invitee's address; empty for the first owner.
    pub email: String,
    /// The invitee's name; empty if unknown.
    pub name: String,
    /// The invitee's role.
    pub role: Role,
    /// The encrypted secret of the invitee's authenticator app.
    pub totp_secret: Vec<u8>,
    /// The time when it expires.
    pub expires_at: OffsetDateTime,
}

/// A database row.
struct InvitationRow {
    id: Uuid,
    email: String,
    name: String,
    role: String,
    totp_secret: Vec<u8>,
    expires_at: OffsetDateTime,
}

impl InvitationRow {
    fn parse(self) -> sqlx::Result<Invitation> {
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

/// Stores an invitation in place of the address's previous one. Returns the time when it expires.
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

/// Finds the open invitation with this token.
#[tracing::instrument(name = "SELECT staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<Invitation>> {
    let found = sqlx::query_as!(
        InvitationRow,
        "SELECT id, email, name, role, totp_secret, expires_at FROM staff_invitations
         WHERE token_hash = $1 AND expires_at > now()",
        token_hash.as_slice()
    );
    found
        .fetch_optional(db)
        .await?
        .map(InvitationRow::parse)
        .transpose()
}

/// Consumes an invitation. Returns false if it has expired or was used.
#[tracing::instrument(name = "DELETE staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(db: &mut PgConnection, token_hash: &[u8; 32]) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "DELETE FROM staff_invitations WHERE token_hash = $1 AND expires_at > now()",
        token_hash.as_slice()
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}

/// Records who accepted an invitation.
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

/// Returns the active staff member who recently accepted the invitation with this token.
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

/// Lists the open invitations, newest first.
#[tracing::instrument(name = "SELECT staff_invitations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn pending(db: &PgPool) -> sqlx::Result<Vec<Invitation>> {
    let rows = sqlx::query_as!(
        InvitationRow,
        "SELECT id, email, name, role, totp_secret, expires_at FROM staff_invitations
         WHERE expires_at > now() ORDER BY expires_at DESC, id DESC LIMIT $1",
        MOST_LISTED
    );
    rows.fetch_all(db)
        .await?
        .into_iter()
        .map(InvitationRow::parse)
        .collect()
}

/// Deletes a batch of expired invitations and returns their number.
pub async fn remove_expired(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM staff_invitations WHERE id IN
           (SELECT id FROM staff_invitations WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}

/// Deletes a batch of acceptances that can no longer be repeated, and returns their number.
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
