//! SQL for saved addresses.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::account::address::Address;

/// Lists the addresses of an account: the default first, then newest first.
#[tracing::instrument(name = "SELECT addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_account(db: &PgPool, account_id: Uuid) -> sqlx::Result<Vec<Address>> {
    sqlx::query_as!(
        Address,
        "SELECT id, full_name, mobile_number, delivery_address, pincode, is_default FROM addresses
         WHERE account_id = $1 ORDER BY is_default DESC, created_at DESC, id DESC",
        account_id
    )
    .fetch_all(db)
    .await
}

/// Counts the addresses of an account.
#[tracing::instrument(name = "SELECT addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM addresses WHERE account_id = $1"#,
        account_id
    )
    .fetch_one(db)
    .await
}

/// Inserts an address; returns whether it is the default. An account's first address always is.
#[tracing::instrument(name = "INSERT addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(db: &mut PgConnection, account_id: Uuid, address: &Address) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        "INSERT INTO addresses (id, account_id, full_name, mobile_number, delivery_address, pincode, is_default)
         VALUES ($1, $2, $3, $4, $5, $6,
           $7 OR NOT EXISTS (SELECT FROM addresses WHERE account_id = $2 AND is_default))
         RETURNING is_default",
        address.id,
        account_id,
        address.full_name,
        address.mobile_number,
        address.delivery_address,
        address.pincode,
        address.is_default
    )
    .fetch_one(db)
    .await
}

/// Updates an address; returns whether it is the default. A default stays the default. Returns `None` if the
/// account has no address with this id.
#[tracing::instrument(name = "UPDATE addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change(
    db: &mut PgConnection,
    account_id: Uuid,
    address: &Address,
) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        "UPDATE addresses SET full_name = $3, mobile_number = $4, delivery_address = $5, pincode = $6,
           is_default = is_default OR $7
         WHERE id = $1 AND account_id = $2 RETURNING is_default",
        address.id,
        account_id,
        address.full_name,
        address.mobile_number,
        address.delivery_address,
        address.pincode,
        address.is_default
    )
    .fetch_optional(db)
    .await
}

/// Clears the default, before another address becomes it.
#[tracing::instrument(name = "UPDATE addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn take_default(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE addresses SET is_default = false WHERE account_id = $1 AND is_default",
        account_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Makes the newest address of an account the default, if there is one.
#[tracing::instrument(name = "UPDATE addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn give_default_to_newest(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE addresses SET is_default = true WHERE id =
           (SELECT id FROM addresses WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)",
        account_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes an address of the account; returns whether it was the default.
#[tracing::instrument(name = "DELETE addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &mut PgConnection, account_id: Uuid, id: Uuid) -> sqlx::Result<bool> {
    let was_default = sqlx::query_scalar!(
        "DELETE FROM addresses WHERE id = $1 AND account_id = $2 RETURNING is_default",
        id,
        account_id
    );
    Ok(was_default.fetch_optional(db).await? == Some(true))
}
