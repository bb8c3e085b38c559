//! The stock levels that shoppers see.

use sqlx::PgPool;
use uuid::Uuid;

use crate::{pack::Pack, reservations::pack_store};

/// The page size, in packs.
pub const PAGE: usize = 5_000;

/// The stock level of a pack.
#[derive(Debug)]
pub struct StockLevel {
    /// The pack.
    pub pack: Pack,
    /// True if there are plenty of packs.
    pub is_in_stock: bool,
    /// The number of packs left if the level is low; else 0.
    pub left: i32,
    /// The number of published changes of this stock level.
    pub version: i64,
}

/// Returns a page of packs after this one: all known packs, or only those that are low or sold out.
#[tracing::instrument(name = "SELECT packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn list(db: &PgPool, behind: Pack, has_in_stock: bool) -> sqlx::Result<Vec<StockLevel>> {
    let rows = sqlx::query!(
        r#"SELECT product_id, weight_in_grams, availability = 'in_stock' AS "is_in_stock!", left_when_low, version FROM packs
           WHERE ($4 OR availability <> 'in_stock') AND (product_id, weight_in_grams) > ($1, $2)
           ORDER BY product_id, weight_in_grams LIMIT $3"#,
        behind.product_id,
        behind.weight_in_grams,
        i64::try_from(PAGE).expect("a page is small"),
        has_in_stock
    );
    let rows = rows.fetch_all(db).await?.into_iter().map(|row| StockLevel {
        pack: Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        },
        is_in_stock: row.is_in_stock,
        left: row.left_when_low,
        version: row.version,
    });
    Ok(rows.collect())
}

/// The position before the first pack.
pub const BEGINNING: Pack = Pack {
    product_id: Uuid::nil(),
    weight_in_grams: 0,
};

/// Returns the token of the page after a pack.
pub fn token(pack: Pack) -> String {
    format!("{}_{}", pack.product_id.simple(), pack.weight_in_grams)
}

/// Parses a page token; `None` if it is invalid.
pub fn parse_token(token: &str) -> Option<Pack> {
    if token.is_empty() {
        return Some(BEGINNING);
    }
    let (product_id, weight) = token.split_once('_')?;
    Some(Pack {
        product_id: Uuid::parse_str(product_id).ok()?,
        weight_in_grams: weight.parse().ok()?,
    })
}

/// Writes events for batches that are too old to be sold from today on. Returns the number of changed packs.
pub async fn publish_new_day(db: &PgPool) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let too_old = sqlx::query_as!(
        Pack,
        "SELECT DISTINCT product_id, weight_in_grams FROM batches
         WHERE last_sale_on BETWEEN shop_today() - 7 AND shop_today() - 1"
    );
    let too_old = too_old.fetch_all(&mut *transaction).await?;
    let packs = pack_store::lock(&mut transaction, too_old).await?;
    let changes = pack_store::publish_changes(&mut transaction, &packs).await?;
    transaction.commit().await?;
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_its_pack() {
        let pack = Pack {
            product_id: Uuid::from_u128(7),
            weight_in_grams: 250,
        };
        assert_eq!(parse_token(&token(pack)), Some(pack));
        assert_eq!(parse_token(""), Some(BEGINNING));
        for token in ["x", "_", "0_", "0192f3a07c0070008000000000000001_x"] {
            assert_eq!(parse_token(token), None, "{token}");
        }
    }

    #[test]
    fn fuzz_of_tokens() {
        let corpus = ["0192f3a07c0070008000000000000001_100", "", "_", "x_1"];
        fuzz::feed_text("availability tokens", &corpus, |text| {
            if let Some(pack) = parse_token(text) {
                assert_eq!(parse_token(&token(pack)), Some(pack));
            }
        });
    }
}
