//! What is printed on the packs that would be sold next.

use sqlx::PgPool;
use time::Date;
use uuid::Uuid;

/// What is printed on a pack.
#[derive(Debug)]
pub struct Label {
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The number of its batch.
    pub batch_number: String,
    /// When it was packed.
    pub packed_on: Date,
    /// Until when it is at its best.
    pub best_before: Date,
    /// The price printed on it, in paise.
    pub mrp_paise: i64,
}

/// The labels of a product's packs, the lightest first: of each weight, the batch that `allocation` would take from next.
#[tracing::instrument(name = "SELECT batches", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_product(db: &PgPool, product_id: Uuid) -> sqlx::Result<Vec<Label>> {
    sqlx::query_as!(
        Label,
        "SELECT DISTINCT ON (weight_in_grams) weight_in_grams, batch_number, packed_on, best_before, mrp_paise
         FROM batches JOIN packs USING (product_id, weight_in_grams)
         WHERE product_id = $1 AND last_sale_on >= shop_today() AND NOT is_recalled AND on_hand > reserved
           AND mrp_paise >= price_paise
         ORDER BY weight_in_grams, best_before, batches.id",
        product_id
    )
    .fetch_all(db)
    .await
}
