//! Reports changed stock to the catalog.

use sqlx::PgPool;

use crate::{
    listed_packs::catalog::{Catalog, PackStockReport},
    pack::Pack,
    reservations::pack_store,
};

/// The number of packs in one report.
const AT_ONCE: i64 = 100;

/// Reports the packs that changed since their last report. Returns their number.
pub async fn send(db: &PgPool, catalog: &Catalog) -> anyhow::Result<u64> {
    let due = due(db).await?;
    if due.is_empty() {
        return Ok(0);
    }
    catalog.report(&due).await?;
    mark_reported(db, &due).await?;
    Ok(u64::try_from(due.len()).unwrap_or(u64::MAX))
}

#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn due(db: &PgPool) -> sqlx::Result<Vec<PackStockReport>> {
    let rows = sqlx::query!(
        r#"SELECT product_id, weight_in_grams, availability = 'sold_out' AS "is_sold_out!", coalesce((
             SELECT min(mrp_paise) FROM batches
             WHERE (batches.product_id, batches.weight_in_grams) = (packs.product_id, packs.weight_in_grams)
               AND on_hand > 0 AND last_sale_on >= shop_today() AND NOT is_recalled), 0) AS "lowest_mrp_paise!"
           FROM packs WHERE is_report_due LIMIT $1"#,
        AT_ONCE
    );
    let reports = rows.fetch_all(db).await?.into_iter().map(|row| PackStockReport {
        pack: Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        },
        is_sold_out: row.is_sold_out,
        lowest_mrp_paise: row.lowest_mrp_paise,
    });
    Ok(reports.collect())
}

/// Notes that these packs were reported, unless they changed meanwhile. A transaction that changes a pack
/// holds its lock, so packs that are locked now are reported again.
#[tracing::instrument(name = "UPDATE packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn mark_reported(db: &PgPool, reports: &[PackStockReport]) -> sqlx::Result<()> {
    let mut transaction = database::begin(db).await?;
    let (products, weights) = pack_store::columns(reports.iter().map(|report| report.pack));
    let holding = sqlx::query_as!(
        Pack,
        "SELECT product_id, weight_in_grams FROM packs
         WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))
         FOR UPDATE SKIP LOCKED",
        &products,
        &weights
    );
    let held = holding.fetch_all(&mut *transaction).await?;
    let reports: Vec<_> = reports
        .iter()
        .filter(|report| held.contains(&report.pack))
        .collect();
    let (products, weights) = pack_store::columns(reports.iter().map(|report| report.pack));
    let sold_out: Vec<_> = reports.iter().map(|report| report.is_sold_out).collect();
    let lowest: Vec<_> = reports.iter().map(|report| report.lowest_mrp_paise).collect();
    let noting = sqlx::query!(
        "UPDATE packs SET is_report_due = false
         FROM unnest($1::uuid[], $2::integer[], $3::boolean[], $4::bigint[])
           AS told (product_id, weight_in_grams, is_sold_out, lowest_mrp_paise)
         WHERE (packs.product_id, packs.weight_in_grams) = (told.product_id, told.weight_in_grams)
           AND (availability = 'sold_out') = told.is_sold_out AND told.lowest_mrp_paise = coalesce((
             SELECT min(mrp_paise) FROM batches
             WHERE (batches.product_id, batches.weight_in_grams) = (packs.product_id, packs.weight_in_grams)
               AND on_hand > 0 AND last_sale_on >= shop_today() AND NOT is_recalled), 0)",
        &products,
        &weights,
        &sold_out,
        &lowest
    );
    noting.execute(&mut *transaction).await?;
    transaction.commit().await
}
