//! The SQL of the reported stock of packs.

use std::fmt;

use sqlx::{PgExecutor, PgPool};
use uuid::Uuid;

/// The reported stock of a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shelf {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// True if none can be bought.
    pub is_sold_out: bool,
    /// The lowest MRP of the packs in stock, in paise; 0 if there are none.
    pub lowest_mrp_paise: i64,
}

/// A pack whose price would be above the MRP of packs in stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AboveMrp {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The price of the pack, in paise.
    pub price_paise: i64,
    /// The lowest MRP, in paise.
    pub lowest_mrp_paise: i64,
}

impl fmt::Display for AboveMrp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            weight_in_grams,
            price_paise,
            lowest_mrp_paise,
            ..
        } = self;
        write!(
            f,
            "The pack of {weight_in_grams} g would cost ₹{}. ₹{} is printed on packs in stock, and no pack may cost more than its MRP.",
            Rupees(*price_paise),
            Rupees(*lowest_mrp_paise)
        )
    }
}

/// An amount in paise, displayed in rupees.
struct Rupees(i64);

impl fmt::Display for Rupees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (rupees, 0) => write!(f, "{rupees}"),
            (rupees, paise) => write!(f, "{rupees}.{paise:02}"),
        }
    }
}

/// Stores the reported stock of these packs.
#[tracing::instrument(name = "INSERT shelves", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn keep(db: &PgPool, shelves: &[Shelf]) -> sqlx::Result<()> {
    let products: Vec<_> = shelves.iter().map(|shelf| shelf.product_id).collect();
    let weights: Vec<_> = shelves.iter().map(|shelf| shelf.weight_in_grams).collect();
    let sold_out: Vec<_> = shelves.iter().map(|shelf| shelf.is_sold_out).collect();
    let lowest: Vec<_> = shelves.iter().map(|shelf| shelf.lowest_mrp_paise).collect();
    let keeping = sqlx::query!(
        "INSERT INTO shelves (product_id, weight_in_grams, is_sold_out, lowest_mrp_paise)
         SELECT * FROM unnest($1::uuid[], $2::integer[], $3::boolean[], $4::bigint[])
           AS told (product_id, weight_in_grams, is_sold_out, lowest_mrp_paise)
         ORDER BY product_id, weight_in_grams
         ON CONFLICT (product_id, weight_in_grams)
         DO UPDATE SET is_sold_out = excluded.is_sold_out, lowest_mrp_paise = excluded.lowest_mrp_paise",
        &products,
        &weights,
        &sold_out,
        &lowest
    );
    keeping.execute(db).await?;
    Ok(())
}

/// Returns true if some pack of a product can be bought.
#[tracing::instrument(name = "SELECT shelves", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_in_stock(db: impl PgExecutor<'_>, product_id: Uuid) -> sqlx::Result<bool> {
    let looking = sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT FROM packs JOIN shelves USING (product_id, weight_in_grams)
             WHERE product_id = $1 AND NOT is_sold_out) AS "is_in_stock!""#,
        product_id
    );
    looking.fetch_one(db).await
}

/// Returns the packs of these products whose price is above the MRP of packs in stock.
#[tracing::instrument(name = "SELECT shelves", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn above_mrp(db: impl PgExecutor<'_>, products: &[Uuid]) -> sqlx::Result<Vec<AboveMrp>> {
    sqlx::query_as!(
        AboveMrp,
        "SELECT product_id, weight_in_grams, price_paise, lowest_mrp_paise
         FROM packs JOIN shelves USING (product_id, weight_in_grams)
         WHERE product_id = ANY($1) AND lowest_mrp_paise > 0 AND price_paise > lowest_mrp_paise
         ORDER BY product_id, weight_in_grams",
        products
    )
    .fetch_all(db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_what_a_pack_would_cost_and_what_is_printed_on_it() {
        let above = AboveMrp {
            product_id: Uuid::nil(),
            weight_in_grams: 100,
            price_paise: 31_900,
            lowest_mrp_paise: 29_850,
        };
        assert_eq!(
            above.to_string(),
            "The pack of 100 g would cost ₹319. ₹298.50 is printed on packs in stock, and no pack may cost more than its MRP."
        );
    }
}
