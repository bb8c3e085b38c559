//! SQL for purchased packs.

use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::purchases::bought_pack::{BoughtPack, DeliveredOrder};

/// Selects an account's packs of one product.
#[derive(Debug, Clone, Copy)]
pub struct PurchaseFilter<'a> {
    /// The account.
    pub account_id: Uuid,
    /// The product that the review's name refers to, if known.
    pub product_id: Option<Uuid>,
    /// The product name in the review. It matches the name at the time of the order, in any case.
    pub product_name: &'a str,
}

/// Stores the packs of an order, unless a newer version is stored. Repeating the same order changes nothing.
#[tracing::instrument(name = "UPSERT bought_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store(db: impl PgExecutor<'_>, order: &DeliveredOrder) -> sqlx::Result<()> {
    let product_ids: Vec<_> = order.packs.iter().map(|pack| pack.product_id).collect();
    let weights: Vec<_> = order.packs.iter().map(|pack| pack.weight_in_grams).collect();
    let names: Vec<_> = order.packs.iter().map(|pack| pack.product_name.clone()).collect();
    let returned: Vec<_> = order.packs.iter().map(|pack| pack.is_returned).collect();
    sqlx::query!(
        "INSERT INTO bought_packs AS known (order_id, order_version, account_id, delivered_at,
           product_id, weight_in_grams, product_name, is_returned)
         SELECT $1, $2, $3, $4, told.* FROM unnest($5::uuid[], $6::integer[], $7::text[], $8::boolean[]) AS told
         ON CONFLICT (order_id, product_id, weight_in_grams) DO UPDATE
         SET order_version = excluded.order_version, is_returned = excluded.is_returned
         WHERE known.order_version < excluded.order_version",
        order.order_id,
        order.order_version,
        order.account_id,
        order.delivered_at,
        &product_ids,
        &weights,
        &names,
        &returned
    )
    .execute(db)
    .await?;
    Ok(())
}

/// True if one of these packs can verify a new review.
#[tracing::instrument(name = "SELECT bought_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn has_unreviewed_pack(db: impl PgExecutor<'_>, filter: PurchaseFilter<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM bought_packs
             WHERE account_id = $1 AND (product_id = $2 OR lower(product_name) = lower($3))
               AND review_id IS NULL AND NOT is_returned) AS "is_free!""#,
        filter.account_id,
        filter.product_id,
        filter.product_name
    )
    .fetch_one(db)
    .await
}

/// Locks these packs, the earliest delivery first. Concurrent reviews are serialised.
#[tracing::instrument(name = "SELECT bought_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, filter: PurchaseFilter<'_>) -> sqlx::Result<Vec<BoughtPack>> {
    sqlx::query_as!(
        BoughtPack,
        "SELECT order_id, product_id, weight_in_grams, is_returned, review_id FROM bought_packs
         WHERE account_id = $1 AND (product_id = $2 OR lower(product_name) = lower($3))
         ORDER BY delivered_at, order_id, product_id, weight_in_grams FOR UPDATE",
        filter.account_id,
        filter.product_id,
        filter.product_name
    )
    .fetch_all(db)
    .await
}

/// Marks a pack as used by a review.
#[tracing::instrument(name = "UPDATE bought_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(db: &mut PgConnection, pack: &BoughtPack, review_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE bought_packs SET review_id = $4
         WHERE order_id = $1 AND product_id = $2 AND weight_in_grams = $3",
        pack.order_id,
        pack.product_id,
        pack.weight_in_grams,
        review_id
    )
    .execute(db)
    .await?;
    Ok(())
}
