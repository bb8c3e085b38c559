//! What is sold in stories.

use super::Fleet;

impl Fleet {
    /// Puts so much of every sample batch into stock that no story runs out by accident.
    pub(super) async fn fill_shelves(&self) -> anyhow::Result<()> {
        let receiving = sqlx::query(
            "INSERT INTO movements (id, batch_id, kind, quantity, reason)
             SELECT gen_random_uuid(), id, 'received', 1000000, 'for a story' FROM batches",
        );
        receiving.execute(&self.database("inventory").await?).await?;
        Ok(())
    }
}
