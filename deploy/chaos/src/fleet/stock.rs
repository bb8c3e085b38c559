//! Stock for the experiments.

use uuid::Uuid;

use super::Fleet;

/// A product in one weight, in grams.
pub(crate) type Pack = (Uuid, i32);

impl Fleet {
    /// Adds so much stock to every sample batch that no experiment sells out by accident.
    pub(super) async fn fill_stock(&self) -> anyhow::Result<()> {
        let receiving = sqlx::query(
            "INSERT INTO movements (id, batch_id, kind, quantity, reason)
             SELECT gen_random_uuid(), id, 'received', 1000000, 'for an experiment' FROM batches",
        );
        receiving.execute(&self.database("inventory").await?).await?;
        Ok(())
    }

    /// Marks the shop's facts as real, because nothing is booked for a sample shop.
    pub(super) async fn mark_shop_as_real(&self) -> anyhow::Result<()> {
        let saying = sqlx::query("UPDATE shop SET is_sample = false");
        saying.execute(&self.database("catalog").await?).await?;
        Ok(())
    }

    /// Sets the free stock of each pack to `left`, all in one batch.
    pub(crate) async fn set_free_stock(&self, packs: &[Pack], left: i32) -> anyhow::Result<()> {
        let (products, weights): (Vec<_>, Vec<_>) = packs.iter().copied().unzip();
        let adjusting = sqlx::query(
            "WITH counted AS (
                SELECT id, on_hand - reserved AS free, row_number() OVER (
                    PARTITION BY product_id, weight_in_grams ORDER BY last_sale_on DESC, id) AS place
                FROM batches JOIN unnest($1::uuid[], $2::integer[]) AS pack (product_id, weight_in_grams)
                USING (product_id, weight_in_grams))
             INSERT INTO movements (id, batch_id, kind, quantity, reason)
             SELECT gen_random_uuid(), id, 'adjusted', wanted - free, 'for an experiment'
             FROM counted, LATERAL (SELECT CASE place WHEN 1 THEN $3 ELSE 0 END AS wanted) AS target
             WHERE wanted <> free",
        );
        let adjusting = adjusting.bind(products).bind(weights).bind(left);
        adjusting.execute(&self.database("inventory").await?).await?;
        Ok(())
    }

    /// The free stock of each pack.
    pub(crate) async fn free_stock(&self, packs: &[Pack]) -> anyhow::Result<Vec<i64>> {
        let (products, weights): (Vec<_>, Vec<_>) = packs.iter().copied().unzip();
        let free = sqlx::query_scalar(
            "SELECT sum(on_hand - reserved)::bigint
             FROM unnest($1::uuid[], $2::integer[]) WITH ORDINALITY AS pack (product_id, weight_in_grams, place)
             JOIN batches USING (product_id, weight_in_grams) GROUP BY place ORDER BY place",
        );
        let free = free.bind(products).bind(weights);
        Ok(free.fetch_all(&self.database("inventory").await?).await?)
    }

    /// The number of reservations whose order is not known to be placed.
    pub(crate) async fn held_reservations(&self) -> anyhow::Result<i64> {
        let held = sqlx::query_scalar("SELECT count(*) FROM reservations WHERE state = 'held'");
        Ok(held.fetch_one(&self.database("inventory").await?).await?)
    }

    /// Makes every held reservation overdue.
    pub(crate) async fn expire_reservations(&self) -> anyhow::Result<()> {
        let ending = sqlx::query("UPDATE reservations SET finalize_by = now() WHERE state = 'held'");
        ending.execute(&self.database("inventory").await?).await?;
        Ok(())
    }

    /// The number of deadlocks in a service's database.
    pub(crate) async fn deadlocks(&self, name: &str) -> anyhow::Result<i64> {
        let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
        let deadlocks = sqlx::query_scalar(deadlocks);
        Ok(deadlocks.fetch_one(&self.database(name).await?).await?)
    }
}
