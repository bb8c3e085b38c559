//! SQL for accounts.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

/// The constraint that makes email addresses unique.
const ONE_EMAIL: &str = "accounts_email_key";

/// The parts of an account that a login needs.
#[derive(Clone)]
pub struct Account {
    /// A UUIDv7.
    pub id: Uuid,
    /// A PHC string.
    pub password_hash: String,
}

/// Inserts an account; returns false if the address is taken. Uses `ON CONFLICT` because the database logs a
/// violated constraint with the address.
#[tracing::instrument(name = "INSERT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &PgPool,
    id: Uuid,
    email: &str,
    password_hash: &str,
    mobile_number: &str,
) -> sqlx::Result<bool> {
    let made = sqlx::query!(
        "INSERT INTO accounts (id, email, password_hash, mobile_number) VALUES ($1, $2, $3, $4)
         ON CONFLICT (email) DO NOTHING",
        id,
        email,
        password_hash,
        mobile_number
    );
    Ok(made.execute(db).await?.rows_affected() == 1)
}

/// Finds the account with this address.
#[tracing::instrument(name = "SELECT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_email(db: &PgPool, email: &str) -> sqlx::Result<Option<Account>> {
    sqlx::query_as!(
        Account,
        "SELECT id, password_hash FROM accounts WHERE email = $1",
        email
    )
    .fetch_optional(db)
    .await
}

/// Stores a new hash of the same password. Returns false if the password was changed in the meantime.
#[tracing::instrument(name = "UPDATE accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn rehash(db: &PgPool, account: &Account, better: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2",
        account.id,
        account.password_hash,
        better
    );
    Ok(done.execute(db).await?.rows_affected() == 1)
}

/// Sets a new password after a code by mail, which also proves the account's address.
#[tracing::instrument(name = "UPDATE accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_password(db: &mut PgConnection, id: Uuid, password_hash: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE accounts SET password_hash = $2, password_changed_at = now(),
           email_proven_at = coalesce(email_proven_at, now())
         WHERE id = $1",
        id,
        password_hash
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Records that a code proved the account's address.
#[tracing::instrument(name = "UPDATE accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_proven_email(db: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE accounts SET email_proven_at = now() WHERE id = $1 AND email_proven_at IS NULL",
        id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Sets a new password after the current one was verified. Returns false if the account is gone, or its
/// password was changed in the meantime.
#[tracing::instrument(name = "UPDATE accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change_password(
    db: &mut PgConnection,
    account: &Account,
    password_hash: &str,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "UPDATE accounts SET password_hash = $3, password_changed_at = now()
         WHERE id = $1 AND password_hash = $2",
        account.id,
        account.password_hash,
        password_hash
    );
    Ok(changed.execute(db).await?.rows_affected() == 1)
}

/// An account as its shopper sees it, with its password hash.
pub struct AccountRecord {
    /// A UUIDv7.
    pub id: Uuid,
    /// The email address.
    pub email: String,
    /// True if a code proved that the address is the shopper's.
    pub email_is_proven: bool,
    /// Ten digits.
    pub mobile_number: String,
    /// A PHC string.
    pub password_hash: String,
    /// The time of registration.
    pub created_at: OffsetDateTime,
}

/// Finds the account with this id.
#[tracing::instrument(name = "SELECT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_id(db: &PgPool, id: Uuid) -> sqlx::Result<Option<AccountRecord>> {
    sqlx::query_as!(
        AccountRecord,
        r#"SELECT id, email, email_proven_at IS NOT NULL AS "email_is_proven!", mobile_number, password_hash, created_at
         FROM accounts WHERE id = $1"#,
        id
    )
    .fetch_optional(db)
    .await
}

/// Locks an account against concurrent changes. Returns false if the account is gone.
#[tracing::instrument(name = "SELECT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, id: Uuid) -> sqlx::Result<bool> {
    let locked = sqlx::query_scalar!("SELECT id FROM accounts WHERE id = $1 FOR UPDATE", id);
    Ok(locked.fetch_optional(db).await?.is_some())
}

/// Changes the mobile number. Returns false if the account is gone, or its password was changed in the
/// meantime.
#[tracing::instrument(name = "UPDATE accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change_mobile_number(
    db: &mut PgConnection,
    account: &Account,
    mobile_number: &str,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "UPDATE accounts SET mobile_number = $3 WHERE id = $1 AND password_hash = $2",
        account.id,
        account.password_hash,
        mobile_number
    );
    Ok(changed.execute(db).await?.rows_affected() == 1)
}

/// Sets the address that a code proved; returns false if another account has it. Checks first, because the
/// database logs a violated constraint with the address. The constraint decides between concurrent changes.
#[tracing::instrument(name = "UPDATE accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change_email(db: &mut PgConnection, id: Uuid, email: &str) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "UPDATE accounts SET email = $2, email_proven_at = now() WHERE id = $1
           AND NOT EXISTS (SELECT FROM accounts AS others WHERE others.email = $2)",
        id,
        email
    );
    match changed.execute(db).await {
        Err(error) if database::violated_constraint(&error) == Some(ONE_EMAIL) => Ok(false),
        changed => Ok(changed?.rows_affected() == 1),
    }
}

/// A deleted account.
pub struct RemovedAccount {
    /// The email address.
    pub email: String,
    /// True if a code proved that the address is the shopper's.
    pub email_is_proven: bool,
}

/// Deletes an account with all its data. Returns `None` if the account is gone.
#[tracing::instrument(name = "DELETE accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<RemovedAccount>> {
    sqlx::query_as!(
        RemovedAccount,
        r#"DELETE FROM accounts WHERE id = $1
         RETURNING email, email_proven_at IS NOT NULL AS "email_is_proven!""#,
        id
    )
    .fetch_optional(db)
    .await
}
