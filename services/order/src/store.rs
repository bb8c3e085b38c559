//! The SQL of orders, one function a question.

use sqlx::{PgConnection, PgExecutor};

use crate::{
    idempotency::{Kept, Key},
    order::{Order, Receipt},
};

/// The name of the constraint that keeps order numbers apart.
pub const ORDER_NUMBER_TAKEN: &str = "orders_order_number_key";

/// What was kept for a key, if it came before.
#[tracing::instrument(name = "SELECT idempotency_keys", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn kept(db: impl PgExecutor<'_>, key: &Key) -> sqlx::Result<Option<Kept>> {
    let row = sqlx::query!(
        "SELECT k.payload_hash, o.id, o.order_number, o.total_paise, o.placed_at
         FROM idempotency_keys k JOIN orders o ON o.id = k.order_id
         WHERE k.key = $1",
        key.as_str()
    );
    Ok(row.fetch_optional(db).await?.map(|row| Kept {
        payload_hash: row.payload_hash,
        receipt: Receipt {
            order_id: row.id,
            order_number: row.order_number,
            total_paise: row.total_paise,
            placed_at: row.placed_at,
        },
    }))
}

/// Claims a key for an order that this transaction writes. Waits while another transaction holds the key; answers
/// false when that one wrote its order.
#[tracing::instrument(name = "INSERT idempotency_keys", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim(
    db: &mut PgConnection,
    key: &Key,
    payload_hash: &[u8],
    order: &Order,
) -> sqlx::Result<bool> {
    let claimed = sqlx::query!(
        "INSERT INTO idempotency_keys (key, payload_hash, order_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        key.as_str(),
        payload_hash,
        order.id
    );
    Ok(claimed.execute(db).await?.rows_affected() == 1)
}

/// Forgets keys that came more than seven days ago, long after the last retry of any client, at most
/// `rows` of them; answers how many. Its order stays.
pub async fn forget_old_keys(db: impl PgExecutor<'_>, rows: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "DELETE FROM idempotency_keys WHERE key IN (
           SELECT key FROM idempotency_keys WHERE created_at < now() - interval '7 days'
           ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)",
        rows
    );
    Ok(forgotten.execute(db).await?.rows_affected())
}

/// Writes an order and its lines.
#[tracing::instrument(name = "INSERT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let checkout = &order.checkout;
    sqlx::query!(
        "INSERT INTO orders
           (id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise, placed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        order.id,
        order.number,
        checkout.full_name,
        checkout.email,
        checkout.mobile_number,
        checkout.delivery_address,
        checkout.pincode,
        order.total_paise,
        order.placed_at
    )
    .execute(&mut *db)
    .await?;
    let products: Vec<_> = order.lines.iter().map(|line| line.product_id).collect();
    let names: Vec<_> = order.lines.iter().map(|line| line.product_name.clone()).collect();
    let weights: Vec<_> = order.lines.iter().map(|line| line.weight_in_grams).collect();
    let quantities: Vec<_> = order.lines.iter().map(|line| line.quantity).collect();
    let prices: Vec<_> = order.lines.iter().map(|line| line.unit_price_paise).collect();
    sqlx::query!(
        "INSERT INTO order_lines
           (order_id, line_number, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
         SELECT $1, line.number, line.product_id, line.name, line.weight, line.quantity, line.price
         FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::integer[], $6::bigint[])
           WITH ORDINALITY AS line (product_id, name, weight, quantity, price, number)",
        order.id,
        &products,
        &names,
        &weights,
        &quantities,
        &prices
    )
    .execute(db)
    .await?;
    Ok(())
}
