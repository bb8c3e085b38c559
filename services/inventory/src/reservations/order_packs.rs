//! The SQL of packs of single batches that orders get or lose.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::reservations::planning::allocation::Allocation;

/// Packs of batches for orders, a list a column.
#[derive(Debug, Default)]
pub struct OrderPacks {
    /// The orders.
    pub orders: Vec<Uuid>,
    /// Of which batch.
    pub batches: Vec<Uuid>,
    /// How many, more than 0.
    pub quantities: Vec<i32>,
}

impl OrderPacks {
    /// Adds packs of a batch for an order.
    pub fn push(&mut self, order_id: Uuid, part: Allocation) {
        self.orders.push(order_id);
        self.batches.push(part.batch_id);
        self.quantities.push(part.quantity);
    }

    /// Reserves them for their orders, beside what these hold. The packs are locked.
    pub async fn reserve(&self, db: &mut PgConnection) -> sqlx::Result<()> {
        let reserving = sqlx::query!(
            "WITH taken AS (
               INSERT INTO reserved_packs (order_id, batch_id, quantity)
               SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[])
               ON CONFLICT (order_id, batch_id) DO UPDATE SET quantity = reserved_packs.quantity + excluded.quantity)
             UPDATE batches SET reserved = reserved + (
               SELECT sum(quantity) FROM unnest($2, $3) AS taken (batch_id, quantity) WHERE batch_id = batches.id)
             WHERE id = ANY($2)",
            &self.orders,
            &self.batches,
            &self.quantities
        );
        reserving.execute(db).await?;
        Ok(())
    }

    /// Takes recalled packs away from orders, and remembers who was to get them. The packs are locked.
    pub async fn take_away(&self, db: &mut PgConnection) -> sqlx::Result<()> {
        let taking = sqlx::query!(
            "WITH noted AS (
               INSERT INTO recalled_packs (order_id, batch_id, quantity)
               SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[])
               ON CONFLICT (batch_id, order_id) DO UPDATE SET quantity = recalled_packs.quantity + excluded.quantity),
             gone AS (
               DELETE FROM reserved_packs
               WHERE (order_id, batch_id) IN (SELECT * FROM unnest($1, $2)))
             UPDATE batches SET reserved = reserved - (
               SELECT sum(quantity) FROM unnest($2, $3) AS taken (batch_id, quantity) WHERE batch_id = batches.id)
             WHERE id = ANY($2)",
            &self.orders,
            &self.batches,
            &self.quantities
        );
        taking.execute(db).await?;
        Ok(())
    }
}
