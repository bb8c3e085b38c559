//! Batches whose sale is stopped, and the orders that they concern.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    error::Error,
    ledger::batch_store::{self, Batch},
    reservations::{oversold::waiting_store::replace_recalled, pack_store},
};

/// Orders of a page.
pub const PAGE: usize = 1_000;

/// An order that got packs of a recalled batch, or was to get some.
#[derive(Debug)]
pub struct AffectedOrder {
    /// The order's id.
    pub order_id: Uuid,
    /// How many packs of the batch.
    pub quantity: i32,
    /// The state of its reservation; none when nothing is known of it any more.
    pub state: Option<String>,
    /// Whether the packs were taken from it before it left the house.
    pub is_taken: bool,
    /// Whether the order has left the house or is about to, and not all of its packs of this kind are back.
    pub is_out: bool,
    /// Whether it waits for packs of this kind.
    pub is_waiting: bool,
}

/// Stops the sale of a batch, and gives the orders that have not left the house packs of other batches instead.
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

/// Why a batch was recalled; none when it was not.
#[tracing::instrument(name = "SELECT recalls", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reason(db: &PgPool, batch_id: Uuid) -> sqlx::Result<Option<String>> {
    let reason = sqlx::query_scalar!("SELECT reason FROM recalls WHERE batch_id = $1", batch_id);
    reason.fetch_optional(db).await
}

/// A page of the orders that a recalled batch concerns, behind this one.
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
