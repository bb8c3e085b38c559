//! The SQL that adds packs of single batches to orders, or takes them away.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::reservations::planning::allocation::Allocation;

/// Packs of batches for orders, as one list per column.
#[derive(Debug, Default)]
pub struct OrderPacks {
    /// The orders.
    pub orders: Vec<Uuid>,
    /// The batches.
    pub batches: Vec<Uuid>,
    /// The numbers of packs, each more than 0.
    pub quantities: Vec<i32>,
    /// The prices of a pack, in paise.
    pub prices: Vec<i64>,
}

impl OrderPacks {
    /// Adds packs of a batch for an order.
    pub fn push(&mut self, order_id: Uuid, part: Allocation) {
        self.orders.push(order_id);
        self.batches.push(part.batch_id);
        self.quantities.push(part.quantity);
        self.prices.push(part.price_paise);
    }

    /// Reserves these packs for their orders, in addition to those that the orders hold. The packs are
    /// locked.
    pub async fn reserve(&self, db: &mut PgConnection) -> sqlx::Result<()> {
        let reserving = sqlx::query!(
            "WITH taken AS (
               INSERT INTO reserved_packs (order_id, batch_id, quantity, price_paise, mrp_paise)
               SELECT order_id, batch_id, quantity, price_paise, batches.mrp_paise
               FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::bigint[]) AS part (order_id, batch_id, quantity, price_paise)
               JOIN batches ON batches.id = batch_id
               ON CONFLICT (order_id, batch_id) DO UPDATE SET quantity = reserved_packs.quantity + excluded.quantity,
                 price_paise = greatest(reserved_packs.price_paise, excluded.price_paise), mrp_paise = excluded.mrp_paise)
             UPDATE batches SET reserved = reserved + (
               SELECT sum(quantity) FROM unnest($2, $3) AS taken (batch_id, quantity) WHERE batch_id = batches.id)
             WHERE id = ANY($2)",
            &self.orders,
            &self.batches,
            &self.quantities,
            &self.prices
        );
        reserving.execute(db).await?;
        Ok(())
    }

    /// Takes recalled packs from orders, and records these orders in `recalled_packs`. The packs are locked.
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
