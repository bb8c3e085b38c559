//! An order as it is kept, read again.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::order::OrderLine;

/// An order as it is kept.
#[derive(Debug)]
pub struct KeptOrder {
    /// A UUID.
    pub id: Uuid,
    /// The number a shopper reads out on the phone.
    pub number: String,
    /// Who receives the parcel.
    pub full_name: String,
    /// Where the confirmation goes.
    pub email: String,
    /// Ten digits.
    pub mobile_number: String,
    /// Where the parcel goes.
    pub delivery_address: String,
    /// Six digits.
    pub pincode: String,
    /// The lines, in the shopper's order.
    pub lines: Vec<OrderLine>,
    /// In paise, delivery not included.
    pub total_paise: i64,
    /// When it was placed.
    pub placed_at: OffsetDateTime,
}

/// An order, if there is one with this id.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, id: Uuid) -> sqlx::Result<Option<KeptOrder>> {
    let order = sqlx::query!(
        "SELECT order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise, placed_at
         FROM orders WHERE id = $1",
        id
    );
    let Some(order) = order.fetch_optional(db).await? else {
        return Ok(None);
    };
    let lines = sqlx::query_as!(
        OrderLine,
        "SELECT sku, product_id, product_name, weight_in_grams, quantity, unit_price_paise
         FROM order_lines WHERE order_id = $1 ORDER BY line_number",
        id
    );
    Ok(Some(KeptOrder {
        id,
        number: order.order_number,
        full_name: order.full_name,
        email: order.email,
        mobile_number: order.mobile_number,
        delivery_address: order.delivery_address,
        pincode: order.pincode,
        lines: lines.fetch_all(db).await?,
        total_paise: order.total_paise,
        placed_at: order.placed_at,
    }))
}
