//! The SQL of staff.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::staff::role::Role;

/// People that are listed at most, by name: more than a shop has.
const MOST_LISTED: i64 = 500;

/// Names that are told at most: more than a shop has in its life.
const MOST_NAMED: i64 = 10_000;

/// Somebody who becomes staff, or does so again.
pub struct NewStaff<'a> {
    /// The invitation's id, or what they had before.
    pub id: Uuid,
    /// Trimmed and in lower case.
    pub email: &'a str,
    /// As colleagues see it.
    pub name: &'a str,
    /// What they do.
    pub role: Role,
    /// A PHC string.
    pub password_hash: &'a str,
    /// The encrypted secret of their authenticator app.
    pub totp_secret: &'a [u8],
    /// The time step of the code with which they accepted.
    pub totp_step: i64,
}

/// Somebody who works in the office, or did.
#[derive(Debug, Clone)]
pub struct StaffRecord {
    /// A UUIDv7.
    pub id: Uuid,
    /// As colleagues see it.
    pub name: String,
    /// What they sign in with.
    pub email: String,
    /// What they do.
    pub role: Role,
    /// Whether they may sign in.
    pub is_active: bool,
    /// When they last did.
    pub signed_in_at: Option<OffsetDateTime>,
}

/// Who somebody is, for whoever reads what they did.
pub struct StaffName {
    /// A UUIDv7.
    pub id: Uuid,
    /// As colleagues see it.
    pub name: String,
}

/// As the database keeps them.
struct Row {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    is_active: bool,
    signed_in_at: Option<OffsetDateTime>,
}

/// What signing in needs of somebody. Cannot be printed.
pub struct Credentials {
    /// A UUIDv7.
    pub id: Uuid,
    /// A PHC string.
    pub password_hash: String,
    /// The encrypted secret of their authenticator app.
    pub totp_secret: Vec<u8>,
}

impl Row {
    fn read(self) -> sqlx::Result<StaffRecord> {
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

/// Makes somebody staff, signed in; false when somebody of the staff has the address. As with accounts, no violated constraint
/// quotes it in the database's log.
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

/// Lets somebody in again who may not sign in any more, with everything new but the id, so that the log names them as before; signed
/// in. False when they may sign in by now.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn let_in_again(db: &mut PgConnection, new: &NewStaff<'_>) -> sqlx::Result<bool> {
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

/// Who of the staff has this address, locked until the transaction ends. Their entries of the log are written meanwhile.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock_by_email(db: &mut PgConnection, email: &str) -> sqlx::Result<Option<StaffRecord>> {
    let found = sqlx::query_as!(
        Row,
        "SELECT id, name, email, role, is_active, signed_in_at FROM staff WHERE email = $1 FOR NO KEY UPDATE",
        email
    );
    found.fetch_optional(db).await?.map(Row::read).transpose()
}

/// Whether the shop has an owner who may sign in.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn has_owner(db: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM staff WHERE role = 'owner' AND is_active) AS "has!""#)
        .fetch_one(db)
        .await
}

/// What signing in needs of whoever has this address, also when they may not sign in any more: [`note_sign_in`] refuses them.
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

/// Takes a time step's code from somebody; false when that code or a later one was taken before, or they may not sign in any more.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn use_totp_step(db: &mut PgConnection, id: Uuid, step: i64) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "UPDATE staff SET totp_step = $2 WHERE id = $1 AND totp_step < $2 AND is_active",
        id,
        step
    );
    Ok(taken.execute(db).await?.rows_affected() == 1)
}

/// Notes that somebody signs in, and keeps a better hash of the password that was verified; false when the password is another
/// one by now, or they may not sign in any more.
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

/// Sets a password whose hash this is; false when they may not sign in any more.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_password(db: &mut PgConnection, id: Uuid, password_hash: &str) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "UPDATE staff SET password_hash = $2 WHERE id = $1 AND is_active",
        id,
        password_hash
    );
    Ok(set.execute(db).await?.rows_affected() == 1)
}

/// Has the codes of another authenticator app count, from the time step after this one; false when the password is another one by now,
/// or they may not sign in any more.
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

/// Everybody, by name.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn all(db: &PgPool) -> sqlx::Result<Vec<StaffRecord>> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, name, email, role, is_active, signed_in_at FROM staff ORDER BY name, id LIMIT $1",
        MOST_LISTED
    );
    rows.fetch_all(db).await?.into_iter().map(Row::read).collect()
}

/// Who everybody is, by name.
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

/// The owners who may sign in, locked until the transaction ends: two that take the office from each other at once are handled
/// one after the other. Their entries of the log are written meanwhile.
#[tracing::instrument(name = "SELECT staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock_owners(db: &mut PgConnection) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM staff WHERE role = 'owner' AND is_active ORDER BY id FOR NO KEY UPDATE"
    )
    .fetch_all(db)
    .await
}

/// Gives somebody a role, and takes the office from them or gives it back; none when there is nobody with this id.
#[tracing::instrument(name = "UPDATE staff", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change(
    db: &mut PgConnection,
    id: Uuid,
    role: Role,
    is_active: bool,
) -> sqlx::Result<Option<StaffRecord>> {
    let changed = sqlx::query_as!(
        Row,
        "UPDATE staff SET role = $2, is_active = $3 WHERE id = $1
         RETURNING id, name, email, role, is_active, signed_in_at",
        id,
        role.name(),
        is_active
    );
    changed.fetch_optional(db).await?.map(Row::read).transpose()
}
