//! All batches in stock.

use sqlx::PgPool;
use uuid::Uuid;

use crate::ledger::batch_store::{Batch, PAGE};

/// Returns a page of the batches with packs in stock, after this one.
#[tracing::instrument(name = "SELECT batches", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn on_hand(db: &PgPool, behind: Uuid) -> sqlx::Result<Vec<Batch>> {
    sqlx::query_as!(
        Batch,
        r#"SELECT id, product_id, weight_in_grams, batch_number, packed_on, best_before, last_sale_on AS "last_sale_on!",
             mrp_paise, cost_paise, on_hand, reserved, is_recalled, shelf
           FROM batches WHERE id > $1 AND on_hand > 0 ORDER BY id LIMIT $2"#,
        behind,
        i64::try_from(PAGE).expect("a page is small")
    )
    .fetch_all(db)
    .await
}
