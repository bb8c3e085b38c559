//! How packs stand, as the people of the shop see it.

use sqlx::PgPool;
use time::Date;

use crate::pack::Pack;

/// Packs of a page.
pub const PAGE: usize = 1_000;

/// How a pack stands.
#[derive(Debug)]
pub struct PackLevel {
    /// The pack.
    pub pack: Pack,
    /// Packs that are there, of all batches.
    pub on_hand: i64,
    /// How many of them orders wait for.
    pub reserved: i64,
    /// How many can be bought: of batches that are neither recalled nor too old.
    pub available: i64,
    /// What shoppers were told last: `in_stock`, `low` or `sold_out`.
    pub availability: String,
    /// Packs that came back and that nobody has looked at.
    pub returned: i64,
    /// Packs that orders wait for and that are not there.
    pub missing: i64,
    /// The last day of sale of the batch whose sale ends first; none when no batch with packs is for sale.
    pub next_last_sale_on: Option<Date>,
}

/// A page of the packs behind this one that somebody counted once.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn levels(db: &PgPool, behind: Pack) -> sqlx::Result<Vec<PackLevel>> {
    let rows = sqlx::query!(
        r#"WITH page AS (
             SELECT product_id, weight_in_grams, availability FROM packs
             WHERE (product_id, weight_in_grams) > ($1, $2) ORDER BY product_id, weight_in_grams LIMIT $3),
           returned AS (
             SELECT product_id, weight_in_grams, sum(quantity - restocked - written_off) AS quantity FROM returned_packs
             WHERE restocked + written_off < quantity GROUP BY product_id, weight_in_grams),
           missing AS (
             SELECT product_id, weight_in_grams, sum(quantity) AS quantity FROM oversold_packs
             GROUP BY product_id, weight_in_grams)
           SELECT product_id AS "product_id!", weight_in_grams AS "weight_in_grams!", availability AS "availability!",
             on_hand AS "on_hand!", reserved AS "reserved!", available AS "available!", next_last_sale_on AS "next_last_sale_on?",
             coalesce(returned.quantity, 0) AS "returned!", coalesce(missing.quantity, 0) AS "missing!"
           FROM page CROSS JOIN LATERAL (
             SELECT coalesce(sum(on_hand), 0) AS on_hand, coalesce(sum(reserved), 0) AS reserved,
               coalesce(sum(on_hand - reserved) FILTER (WHERE is_sold), 0) AS available,
               min(last_sale_on) FILTER (WHERE is_sold AND on_hand > 0) AS next_last_sale_on
             FROM (SELECT on_hand, reserved, last_sale_on, last_sale_on >= shop_today() AND NOT is_recalled AS is_sold
               FROM batches
               WHERE batches.product_id = page.product_id AND batches.weight_in_grams = page.weight_in_grams) AS of_pack) AS stock
           LEFT JOIN returned USING (product_id, weight_in_grams) LEFT JOIN missing USING (product_id, weight_in_grams)
           ORDER BY product_id, weight_in_grams"#,
        behind.product_id,
        behind.weight_in_grams,
        i64::try_from(PAGE).expect("a page is small")
    );
    let rows = rows.fetch_all(db).await?.into_iter().map(|row| PackLevel {
        pack: Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        },
        on_hand: row.on_hand,
        reserved: row.reserved,
        available: row.available,
        availability: row.availability,
        returned: row.returned,
        missing: row.missing,
        next_last_sale_on: row.next_last_sale_on,
    });
    Ok(rows.collect())
}
