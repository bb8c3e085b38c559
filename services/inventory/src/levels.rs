//! Stock levels for staff.

use sqlx::PgPool;
use time::Date;
use uuid::Uuid;

use crate::{listed_packs::catalog::ProductState, pack::Pack};

/// The maximum page size, in packs.
pub const PAGE: usize = 1_000;

/// The stock of a pack.
#[derive(Debug)]
pub struct PackLevel {
    /// The pack.
    pub pack: Pack,
    /// The packs in stock, of all batches.
    pub on_hand: i64,
    /// The reserved packs among them.
    pub reserved: i64,
    /// The packs that can be bought: batches that are not recalled, not too old, and whose MRP is not below
    /// the price.
    pub available: i64,
    /// The level published last: `in_stock`, `low` or `sold_out`.
    pub availability: String,
    /// The returned packs that were not inspected yet.
    pub returned: i64,
    /// The packs that orders wait for.
    pub missing: i64,
    /// The next last day of sale among the sellable batches; `None` if none has packs.
    pub next_last_sale_on: Option<Date>,
    /// The pack's name; empty until the catalog lists it.
    pub sku: String,
    /// The product's name; empty until the catalog lists it.
    pub product_name: String,
    /// The state of the product.
    pub product_state: ProductState,
    /// The price of the pack, in paise; 0 while it is not on sale.
    pub price_paise: i64,
    /// The lowest MRP among the sellable packs in stock, in paise; `None` if there are none.
    pub lowest_mrp_paise: Option<i64>,
}

/// A filter of the stock list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    /// All packs.
    All,
    /// Packs on sale that are low in stock.
    Low,
    /// Packs on sale that are sold out.
    SoldOut,
    /// Packs that orders wait for.
    Missing,
}

impl Filter {
    fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Low => "low",
            Self::SoldOut => "sold_out",
            Self::Missing => "missing",
        }
    }
}

/// A query of the stock list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockQuery {
    /// The search words. A pack matches if it has all of them; empty for every pack.
    pub words: Vec<String>,
    /// The filter.
    pub filter: Filter,
    /// The product; `None` for all.
    pub product_id: Option<Uuid>,
    /// The last pack of the previous page; `None` for the first page.
    pub behind: Option<Pack>,
    /// The page size, in packs.
    pub limit: usize,
}

/// The number of packs that each filter finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// All packs.
    pub all: i64,
    /// Packs on sale that are low in stock.
    pub low: i64,
    /// Packs on sale that are sold out.
    pub sold_out: i64,
    /// Packs that orders wait for.
    pub missing: i64,
}

/// Returns a page of packs, sorted by product name and weight.
#[tracing::instrument(name = "SELECT stock_list", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn levels(db: &PgPool, query: &StockQuery) -> sqlx::Result<Vec<PackLevel>> {
    let behind = query.behind;
    let rows = sqlx::query!(
        r#"WITH page AS (
             SELECT * FROM stock_list
             WHERE NOT EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE strpos(words, word) = 0)
               AND ($2 = 'all' OR ($2 = 'low' AND is_low) OR ($2 = 'sold_out' AND is_sold_out) OR ($2 = 'missing' AND is_missing))
               AND ($3::uuid IS NULL OR product_id = $3)
               AND ($4::uuid IS NULL OR (lower(product_name), product_id, weight_in_grams) > (
                 (SELECT lower(product_name) FROM packs WHERE product_id = $4 AND weight_in_grams = $5), $4, $5))
             ORDER BY lower(product_name), product_id, weight_in_grams LIMIT $6),
           returned AS (
             SELECT product_id, weight_in_grams, sum(quantity - restocked - written_off) AS quantity FROM returned_packs
             WHERE restocked + written_off < quantity GROUP BY product_id, weight_in_grams),
           missing AS (
             SELECT product_id, weight_in_grams, sum(quantity) AS quantity FROM oversold_packs
             GROUP BY product_id, weight_in_grams)
           SELECT product_id AS "product_id!", weight_in_grams AS "weight_in_grams!", availability AS "availability!",
             on_hand AS "on_hand!", reserved AS "reserved!", available AS "available!", next_last_sale_on AS "next_last_sale_on?",
             coalesce(returned.quantity, 0) AS "returned!", coalesce(missing.quantity, 0) AS "missing!",
             price_paise AS "price_paise!", lowest_mrp_paise AS "lowest_mrp_paise?", sku AS "sku!",
             product_name AS "product_name!", product_state AS "product_state!"
           FROM page CROSS JOIN LATERAL (
             SELECT coalesce(sum(on_hand), 0) AS on_hand, coalesce(sum(reserved), 0) AS reserved,
               coalesce(sum(on_hand - reserved) FILTER (WHERE is_sold AND mrp_paise >= price_paise), 0) AS available,
               min(mrp_paise) FILTER (WHERE is_sold AND on_hand > 0) AS lowest_mrp_paise,
               min(last_sale_on) FILTER (WHERE is_sold AND on_hand > 0) AS next_last_sale_on
             FROM (SELECT on_hand, reserved, mrp_paise, last_sale_on,
                 last_sale_on >= shop_today() AND NOT is_recalled AS is_sold
               FROM batches
               WHERE batches.product_id = page.product_id AND batches.weight_in_grams = page.weight_in_grams) AS of_pack) AS stock
           LEFT JOIN returned USING (product_id, weight_in_grams) LEFT JOIN missing USING (product_id, weight_in_grams)
           ORDER BY lower(product_name), product_id, weight_in_grams"#,
        &query.words,
        query.filter.as_str(),
        query.product_id,
        behind.map(|pack| pack.product_id),
        behind.map(|pack| pack.weight_in_grams),
        i64::try_from(query.limit).expect("a page is small")
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
        sku: row.sku,
        product_name: row.product_name,
        product_state: ProductState::parse(&row.product_state),
        price_paise: row.price_paise,
        lowest_mrp_paise: row.lowest_mrp_paise,
    });
    Ok(rows.collect())
}

/// Counts the packs that each filter finds for a query.
#[tracing::instrument(name = "SELECT stock_list", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn counts(db: &PgPool, query: &StockQuery) -> sqlx::Result<Counts> {
    sqlx::query_as!(
        Counts,
        r#"SELECT count(*) AS "all!", count(*) FILTER (WHERE is_low) AS "low!", count(*) FILTER (WHERE is_sold_out) AS "sold_out!",
             count(*) FILTER (WHERE is_missing) AS "missing!"
           FROM stock_list
           WHERE NOT EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE strpos(words, word) = 0)
             AND ($2::uuid IS NULL OR product_id = $2)"#,
        &query.words,
        query.product_id
    )
    .fetch_one(db)
    .await
}
