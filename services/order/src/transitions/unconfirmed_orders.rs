//! Lists of unconfirmed orders and the packs that they hold, for staff.

use runtime::status::{Rule, Violation, field};
use sqlx::{PgPool, types::Json};
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;
use values::{Cursor, Page};

use crate::order::record::Order;

/// The maximum number of kinds of packs in the result. A shop has fewer.
const MOST_PACKS: i64 = 500;

/// The position before every order.
const BEGINNING: Cursor = Cursor {
    at: OffsetDateTime::UNIX_EPOCH,
    id: Uuid::nil(),
};

/// The latest day in a page token. Callers can forge tokens, and the database has no days of arbitrary years.
const LATEST: OffsetDateTime = datetime!(9999-12-31 00:00 UTC);

/// An unvalidated list request. [`UnconfirmedDetails::validate`] turns it into an [`UnconfirmedList`].
#[derive(Debug, Clone)]
pub struct UnconfirmedDetails {
    /// The page size. 0 for the default.
    pub page_size: i32,
    /// The token from the previous page. Empty for the first page.
    pub page_token: String,
    /// The product. Empty for every product.
    pub product_id: String,
    /// The weight of the pack, in grams. 0 without a product.
    pub weight_in_grams: i32,
}

/// A validated list request.
#[derive(Debug, Clone)]
pub struct UnconfirmedList {
    page: Page,
    /// The product and weight of the packs that the orders hold. `None` for all orders.
    pack: Option<(Uuid, i32)>,
}

/// An unconfirmed order.
#[derive(Debug)]
pub struct UnconfirmedOrder {
    /// The order.
    pub order: Order,
    /// The time the shopper was warned of the cancellation. `None` before.
    pub warned_at: Option<OffsetDateTime>,
}

/// The packs of one kind that unconfirmed orders hold.
#[derive(Debug)]
pub struct UnconfirmedPacks {
    /// The product's id.
    pub product_id: Uuid,
    /// The product's name at the time of the order.
    pub product_name: String,
    /// Weight of a pack, in grams.
    pub weight_in_grams: i32,
    /// The number of held packs.
    pub packs: i64,
    /// The number of orders that hold them.
    pub orders: i64,
    /// The time the oldest of these orders was placed.
    pub oldest_placed_at: OffsetDateTime,
}

impl UnconfirmedDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<UnconfirmedList, Vec<Violation>> {
        let mut violations = Vec::new();
        let pack = match (self.product_id.as_str(), self.weight_in_grams) {
            ("", 0) => Ok(None),
            (product, weight) if weight > 0 => Uuid::parse_str(product)
                .map(|product| Some((product, weight)))
                .map_err(|_| Rule::Malformed.says("A product's id is a UUID")),
            _ => Err(Rule::Required.says("Name a product and the weight of its pack, or neither")),
        };
        let pack = field("product_id", pack, &mut violations);
        let page = Page::read("orders", self.page_size, &self.page_token, &mut violations);
        let (Some(pack), Some(mut page)) = (pack, page) else {
            return Err(violations);
        };
        if self.page_token.is_empty() {
            page.behind = BEGINNING;
        }
        page.behind.at = page.behind.at.clamp(BEGINNING.at, LATEST);
        Ok(UnconfirmedList { page, pack })
    }
}

impl UnconfirmedList {
    /// Returns the orders of the page, longest wait first, and the token of the next page, which is empty
    /// after the last page.
    #[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
    pub async fn load(&self, db: &PgPool) -> sqlx::Result<(Vec<UnconfirmedOrder>, String)> {
        let found = sqlx::query!(
            r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>", warned_at AS "warned_at?"
               FROM whole_orders LEFT JOIN expiry_warnings ON order_id = id
               WHERE status = 'placed' AND (placed_at, id) > ($1, $2)
                 AND ($3::uuid IS NULL OR EXISTS (
                   SELECT FROM order_lines
                   WHERE order_lines.order_id = id AND product_id = $3 AND weight_in_grams = $4))
               ORDER BY placed_at, id LIMIT $5"#,
            self.page.behind.at,
            self.page.behind.id,
            self.pack.map(|(product, _)| product),
            self.pack.map(|(_, weight)| weight),
            self.page.limit
        );
        let found = found
            .fetch_all(db)
            .await?
            .into_iter()
            .map(|row| UnconfirmedOrder {
                order: row.order.0,
                warned_at: row.warned_at,
            });
        let orders: Vec<_> = found.collect();
        let next = self.page.next(&orders, |last| Cursor {
            at: last.order.placed_at,
            id: last.order.id,
        });
        Ok((orders, next))
    }
}

/// Sums the packs that unconfirmed orders hold, most held first.
#[tracing::instrument(name = "SELECT order_lines", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn packs(db: &PgPool) -> sqlx::Result<Vec<UnconfirmedPacks>> {
    sqlx::query_as!(
        UnconfirmedPacks,
        r#"SELECT product_id, max(product_name) AS "product_name!", weight_in_grams, sum(quantity) AS "packs!",
             count(DISTINCT order_id) AS "orders!", min(placed_at) AS "oldest_placed_at!"
           FROM orders JOIN order_lines ON order_id = orders.id WHERE status = 'placed'
           GROUP BY product_id, weight_in_grams
           ORDER BY sum(quantity) DESC, product_id, weight_in_grams LIMIT $1"#,
        MOST_PACKS
    )
    .fetch_all(db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_of_all_packs_or_of_one() {
        let details = |product_id: &str, weight_in_grams| UnconfirmedDetails {
            page_size: 0,
            page_token: String::new(),
            product_id: product_id.to_owned(),
            weight_in_grams,
        };
        let product = Uuid::from_u128(7);
        let pack = |details: UnconfirmedDetails| details.validate().map(|list| list.pack).ok();
        assert_eq!(pack(details("", 0)), Some(None));
        assert_eq!(
            pack(details(&product.to_string(), 100)),
            Some(Some((product, 100)))
        );
        for (product, weight) in [("", 100), ("x", 100), (product.to_string().as_str(), 0)] {
            assert_eq!(pack(details(product, weight)), None, "{product:?} {weight}");
        }
    }
}
