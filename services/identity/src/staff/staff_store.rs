//! SQL for staff.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::staff::role::Role;

/// The maximum number of staff listed: more than a shop has.
const MOST_LISTED: i64 = 500;

/// The maximum number of names listed: more than a shop ever has.
const MOST_NAMED: i64 = 10_000;

/// A staff member to insert or reactivate.
pub struct NewStaff<'a> {
    /// The invitation's id, or the id from before.
    pub id: Uuid,
    /// Trimmed and in lower case.
    pub email: &'a str,
    /// The name shown to colleagues.
    pub name: &'a str,
    /// The role.
    pub role: Role,
    /// A PHC string.
    pub password_hash: &'a str,
    /// The encrypted TOTP secret.
    pub totp_secret: &'a [u8],
    /// The time step of the code used for the acceptance.
    pub totp_step: i64,
}

/// A current or former staff member.
#[derive(Debug, Clone)]
pub struct StaffRecord {
    /// A UUIDv7.
    pub id: Uuid,
    /// The name shown to colleagues.
    pub name: String,
    /// The email address used to sign in.
    pub email: String,
    /// The role.
    pub role: Role,
    /// True if they may sign in.
    pub is_active: bool,
    /// The time of the last sign-in.
    pub signed_in_at: Option<OffsetDateTime>,
}

/// The name of a staff member, to be shown next to their actions.
pub struct StaffName {
    /// A UUIDv7.
    pub id: Uuid,
    /// The name shown to colleagues.
    pub name: String,
}

/// A database row.
struct StaffRow {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    is_active: bool,
    signed_in_at: Option<OffsetDateTime>,
}

/// The parts of a staff member that a sign-in needs. It has no `Debug`.
pub struct Credentials {
    /// A UUIDv7.
    pub id: Uuid,
    /// A PHC string.
    pub password_hash: String,
    /// The encrypted TOTP secret.
    pub totp_secret: Vec<u8>,
}

impl StaffRow {
    fn parse(self) -> sqlx::Result<StaffRecord> {
        Ok(StaffRecord {
            id: self.id,
            name: self.name,
            email: self.email,
            role: Role::named(&self.role)?,
            is_active: self.is_active,
            signed_in_at: self.signed_in_at,
        })
    }
}

/// Inserts a staff member as signed in. Returns false if the address is taken, without a violated constraint
/// that would log the address.
#[tracing::instrument(name = "INSERT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(db: &mut PgConnection, new: &NewStaff<'_>) -> sqlx::Result<bool> {
    let made = sqlx::query!(
        "INSERT INTO staff (id, email, name, role, password_hash, totp_secret, totp_step, signed_in_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now()) ON CONFLICT (email) DO NOTHING",
        new.id,
        new.email,
        new.name,
        new.role.name(),
        new.password_hash,
        new.totp_secret,
        new.totp_step
    );
    Ok(made.execute(db).await?.rows_affected() == 1)
}

/// Reactivates a former staff member as signed in. Everything is new except the id, so that log entries still
/// match. Returns false if they are already active.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reactivate(db: &mut PgConnection, new: &NewStaff<'_>) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "UPDATE staff SET name = $2, role = $3, password_hash = $4, totp_secret = $5, totp_step = $6, is_active = true,
           signed_in_at = now()
         WHERE id = $1 AND NOT is_active",
        new.id,
        new.name,
        new.role.name(),
        new.password_hash,
        new.totp_secret,
        new.totp_step
    );
    Ok(changed.execute(db).await?.rows_affected() == 1)
}

/// Locks the staff member with this address until the transaction ends. Log entries about them can still be
/// written.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock_by_email(db: &mut PgConnection, email: &str) -> sqlx::Result<Option<StaffRecord>> {
    let found = sqlx::query_as!(
        StaffRow,
        "SELECT id, name, email, role, is_active, signed_in_at FROM staff WHERE email = $1 FOR NO KEY UPDATE",
        email
    );
    found.fetch_optional(db).await?.map(StaffRow::parse).transpose()
}

/// True if the shop has an active owner.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn has_owner(db: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM staff WHERE role = 'owner' AND is_active) AS "has!""#)
        .fetch_one(db)
        .await
}

/// Finds the credentials for this address, also of inactive staff: [`note_sign_in`] refuses them.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_email(db: &PgPool, email: &str) -> sqlx::Result<Option<Credentials>> {
    sqlx::query_as!(
        Credentials,
        "SELECT id, password_hash, totp_secret FROM staff WHERE email = $1",
        email
    )
    .fetch_optional(db)
    .await
}

/// Consumes the code of a time step. Returns false if it or a later one was used, or the staff member is
/// inactive.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn use_totp_step(db: &mut PgConnection, id: Uuid, step: i64) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "UPDATE staff SET totp_step = $2 WHERE id = $1 AND totp_step < $2 AND is_active",
        id,
        step
    );
    Ok(taken.execute(db).await?.rows_affected() == 1)
}

/// Records a sign-in, and stores a stronger hash if given. Returns false if the password was changed in the
/// meantime, or the staff member is inactive.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_sign_in(
    db: &mut PgConnection,
    credentials: &Credentials,
    better_hash: Option<&str>,
) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "UPDATE staff SET signed_in_at = now(), password_hash = coalesce($3, password_hash)
         WHERE id = $1 AND password_hash = $2 AND is_active",
        credentials.id,
        credentials.password_hash,
        better_hash
    );
    Ok(noted.execute(db).await?.rows_affected() == 1)
}

/// Sets a password hash. Returns false if the staff member is inactive.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_password(db: &mut PgConnection, id: Uuid, password_hash: &str) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "UPDATE staff SET password_hash = $2 WHERE id = $1 AND is_active",
        id,
        password_hash
    );
    Ok(set.execute(db).await?.rows_affected() == 1)
}

/// Sets the secret of another authenticator app; codes up to this time step are used. Returns false if the
/// password was changed in the meantime, or the staff member is inactive.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_totp_secret(
    db: &mut PgConnection,
    credentials: &Credentials,
    totp_secret: &[u8],
    totp_step: i64,
) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "UPDATE staff SET totp_secret = $3, totp_step = $4 WHERE id = $1 AND password_hash = $2 AND is_active",
        credentials.id,
        credentials.password_hash,
        totp_secret,
        totp_step
    );
    Ok(set.execute(db).await?.rows_affected() == 1)
}

/// Lists all staff by name.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn all(db: &PgPool) -> sqlx::Result<Vec<StaffRecord>> {
    let rows = sqlx::query_as!(
        StaffRow,
        "SELECT id, name, email, role, is_active, signed_in_at FROM staff ORDER BY name, id LIMIT $1",
        MOST_LISTED
    );
    rows.fetch_all(db)
        .await?
        .into_iter()
        .map(StaffRow::parse)
        .collect()
}

/// Lists all names.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn names(db: &PgPool) -> sqlx::Result<Vec<StaffName>> {
    sqlx::query_as!(
        StaffName,
        "SELECT id, name FROM staff ORDER BY name, id LIMIT $1",
        MOST_NAMED
    )
    .fetch_all(db)
    .await
}

/// Locks the active owners until the transaction ends, which serialises owners who deactivate each other. Log
/// entries about them can still be written.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock_owners(db: &mut PgConnection) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM staff WHERE role = 'owner' AND is_active ORDER BY id FOR NO KEY UPDATE"
    )
    .fetch_all(db)
    .await
}

/// Sets the role of a staff member and activates or deactivates them. `None` if the id is unknown.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change(
    db: &mut PgConnection,
    id: Uuid,
    role: Role,
    is_active: bool,
) -> sqlx::Result<Option<StaffRecord>> {
    let changed = sqlx::query_as!(
        StaffRow,
        "UPDATE staff SET role = $2, is_active = $3 WHERE id = $1
         RETURNING id, name, email, role, is_active, signed_in_at",
        id,
        role.name(),
        is_active
    );
    changed.fetch_optional(db).await?.map(StaffRow::parse).transpose()
}
