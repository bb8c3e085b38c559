//! Recalls of batches, and the affected orders.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    error::Error,
    ledger::batch_store::{self, Batch},
    reservations::{oversold::backorder_store::replace_recalled, pack_store},
};

/// The page size, in orders.
pub const PAGE: usize = 1_000;

/// An order that got packs of a recalled batch, or had some reserved.
#[derive(Debug)]
pub struct AffectedOrder {
    /// The order's id.
    pub order_id: Uuid,
    /// The number of packs of the batch.
    pub quantity: i32,
    /// The state of its reservation; `None` if that was deleted.
    pub state: Option<String>,
    /// True if the packs were taken from it before shipping.
    pub is_taken: bool,
    /// True if the order was shipped or released for shipping, and not all of these packs came back.
    pub is_out: bool,
    /// True if it waits for such packs.
    pub is_waiting: bool,
}

/// Recalls a batch, and gives the orders that were not shipped packs of other batches.
#[tracing::instrument(name = "UPDATE batches", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn recall(
    db: &PgPool,
    batch_id: Uuid,
    actor_id: Option<Uuid>,
    reason: &str,
) -> Result<Batch, Error> {
    loop {
        let mut transaction = database::begin(db).await?;
        let pack = batch_store::find(&mut transaction, batch_id).await?.pack();
        let locked = pack_store::lock(&mut transaction, [pack]).await?;
        let recalling = sqlx::query!(
            "WITH noted AS (
               INSERT INTO recalls (batch_id, actor_id, reason) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING batch_id)
             UPDATE batches SET is_recalled = true FROM noted WHERE id = noted.batch_id",
            batch_id,
            actor_id,
            reason
        );
        recalling.execute(&mut *transaction).await?;
        let are_more = replace_recalled(&mut transaction, &locked).await?;
        pack_store::publish_changes(&mut transaction, &locked).await?;
        let batch = batch_store::find(&mut transaction, batch_id).await?;
        transaction.commit().await?;
        if !are_more {
            return Ok(batch);
        }
    }
}

/// Returns the reason of a recall; `None` if the batch was not recalled.
#[tracing::instrument(name = "SELECT recalls", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reason(db: &PgPool, batch_id: Uuid) -> sqlx::Result<Option<String>> {
    let reason = sqlx::query_scalar!("SELECT reason FROM recalls WHERE batch_id = $1", batch_id);
    reason.fetch_optional(db).await
}

/// Returns a page of the orders affected by a recall, after this one.
#[tracing::instrument(name = "SELECT reserved_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn affected_orders(db: &PgPool, batch_id: Uuid, behind: Uuid) -> sqlx::Result<Vec<AffectedOrder>> {
    sqlx::query_as!(
        AffectedOrder,
        r#"SELECT order_id AS "order_id!", quantity AS "quantity!", state AS "state?", is_taken AS "is_taken!",
             coalesce(CASE state
               WHEN 'shipped' THEN true
               WHEN 'placed' THEN released_at IS NOT NULL
               WHEN 'returned' THEN EXISTS (SELECT FROM returned_packs WHERE returned_packs.order_id = affected.order_id)
                 AND coalesce((SELECT returned_packs.quantity FROM returned_packs JOIN batches USING (product_id, weight_in_grams)
                   WHERE returned_packs.order_id = affected.order_id AND batches.id = $1), 0)
                 < (SELECT sum(had.quantity) FROM reserved_packs AS had JOIN batches ON batches.id = had.batch_id
                   WHERE had.order_id = affected.order_id AND (batches.product_id, batches.weight_in_grams) = (
                     SELECT product_id, weight_in_grams FROM batches WHERE id = $1))
               END, false) AS "is_out!",
             EXISTS (SELECT FROM oversold_packs JOIN batches USING (product_id, weight_in_grams)
               WHERE oversold_packs.order_id = affected.order_id AND batches.id = $1) AS "is_waiting!"
           FROM (
             SELECT order_id, quantity, false AS is_taken FROM reserved_packs WHERE batch_id = $1 AND order_id > $2
             UNION ALL SELECT order_id, quantity, true FROM recalled_packs WHERE batch_id = $1 AND order_id > $2
             ORDER BY order_id LIMIT $3) AS affected
           LEFT JOIN reservations USING (order_id) ORDER BY order_id"#,
        batch_id,
        behind,
        i64::try_from(PAGE).expect("a page is small")
    )
    .fetch_all(db)
    .await
}
