//! The label data of the packs that are sold next.

use sqlx::PgPool;
use time::Date;
use uuid::Uuid;

/// The data printed on a pack.
#[derive(Debug)]
pub struct Label {
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The batch number.
    pub batch_number: String,
    /// The packing date.
    pub packed_on: Date,
    /// The best-before date.
    pub best_before: Date,
    /// The MRP, in paise.
    pub mrp_paise: i64,
}

/// Returns the labels of a product's packs, the lightest first. For each weight it is the batch that
/// `allocation` takes next.
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
