//! Saved addresses.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::account::address::Address;

/// The addresses of an account, the oldest first.
#[tracing::instrument(name = "SELECT addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_account(db: &PgPool, account_id: Uuid) -> sqlx::Result<Vec<Address>> {
    sqlx::query_as!(
        Address,
        "SELECT id, full_name, mobile_number, delivery_address, pincode FROM addresses
         WHERE account_id = $1 ORDER BY created_at, id",
        account_id
    )
    .fetch_all(db)
    .await
}

/// How many an account has.
#[tracing::instrument(name = "SELECT addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM addresses WHERE account_id = $1"#,
        account_id
    )
    .fetch_one(db)
    .await
}

/// Adds an address.
#[tracing::instrument(name = "INSERT addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(db: &mut PgConnection, account_id: Uuid, address: &Address) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO addresses (id, account_id, full_name, mobile_number, delivery_address, pincode)
         VALUES ($1, $2, $3, $4, $5, $6)",
        address.id,
        account_id,
        address.full_name,
        address.mobile_number,
        address.delivery_address,
        address.pincode
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes an address anew; false when the account has none with its id.
#[tracing::instrument(name = "UPDATE addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change(db: &PgPool, account_id: Uuid, address: &Address) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "UPDATE addresses SET full_name = $3, mobile_number = $4, delivery_address = $5, pincode = $6
         WHERE id = $1 AND account_id = $2",
        address.id,
        account_id,
        address.full_name,
        address.mobile_number,
        address.delivery_address,
        address.pincode
    );
    Ok(changed.execute(db).await?.rows_affected() == 1)
}

/// Removes an address of the account.
#[tracing::instrument(name = "DELETE addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &PgPool, account_id: Uuid, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM addresses WHERE id = $1 AND account_id = $2",
        id,
        account_id
    )
    .execute(db)
    .await?;
    Ok(())
}
