//! The SQL of the packs that orders wait for.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::pack::PageCursor;

/// The page size, in rows.
pub const PAGE: usize = 100;

/// Packs that an order waits for.
#[derive(Debug)]
pub struct OversoldPacks {
    /// The order's id.
    pub order_id: Uuid,
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The product's name; empty until the catalog lists it.
    pub product_name: String,
    /// The number of missing packs.
    pub quantity: i32,
    /// The time at which they were found missing.
    pub noticed_at: OffsetDateTime,
}

/// Returns a page of the packs that orders wait for, after this position.
#[tracing::instrument(name = "SELECT oversold_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn missing(db: &PgPool, behind: PageCursor) -> sqlx::Result<Vec<OversoldPacks>> {
    sqlx::query_as!(
        OversoldPacks,
        r#"SELECT order_id, product_id, weight_in_grams, quantity, noticed_at,
             coalesce((SELECT product_name FROM packs
               WHERE packs.product_id = oversold_packs.product_id AND packs.weight_in_grams = oversold_packs.weight_in_grams), '') AS "product_name!"
           FROM oversold_packs
           WHERE (noticed_at, order_id, product_id, weight_in_grams) > ($1, $2, $3, $4)
           ORDER BY noticed_at, order_id, product_id, weight_in_grams LIMIT $5"#,
        behind.at,
        behind.order_id,
        behind.pack.product_id,
        behind.pack.weight_in_grams,
        i64::try_from(PAGE).expect("a page is small")
    )
    .fetch_all(db)
    .await
}
