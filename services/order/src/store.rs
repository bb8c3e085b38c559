//! The SQL of orders, one function a question.

use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use crate::{
    checkout::PAYLOAD_FORM,
    idempotency::{Kept, Key},
    life::Actor,
    order::{Order, Receipt},
};

/// The name of the constraint that keeps order numbers apart.
pub const ORDER_NUMBER_TAKEN: &str = "orders_order_number_key";

/// What was kept under a key: by its caller, and by whom the caller may be. One who is known may have come as a stranger
/// before; a stranger may be anybody.
#[tracing::instrument(name = "SELECT idempotency_keys", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn kept(db: impl PgExecutor<'_>, key: &Key) -> sqlx::Result<Vec<Kept>> {
    let rows = sqlx::query!(
        "SELECT k.caller, k.payload_form, k.payload_hash, o.id, o.order_number, o.total_paise, o.placed_at
         FROM idempotency_keys k JOIN orders o ON o.id = k.order_id
         WHERE k.key = $1 AND ($2 = '' OR k.caller IN ($2, ''))
         ORDER BY k.caller = $2 DESC LIMIT 20",
        key.as_str(),
        key.caller()
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let kept = rows.map(|row| Kept {
        caller: row.caller,
        payload_form: row.payload_form,
        payload_hash: row.payload_hash,
        receipt: Receipt {
            order_id: row.id,
            order_number: row.order_number,
            total_paise: row.total_paise,
            placed_at: row.placed_at,
        },
    });
    Ok(kept.collect())
}

/// Whether an order has this id.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_placed(db: &PgPool, id: Uuid) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT id FROM orders WHERE id = $1", id);
    Ok(found.fetch_optional(db).await?.is_some())
}

/// Claims a key for an order that this transaction writes. Waits while another transaction holds the key; answers
/// false when that one wrote its order.
#[tracing::instrument(name = "INSERT idempotency_keys", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim(db: &mut PgConnection, key: &Key, order: &Order) -> sqlx::Result<bool> {
    let payload_hash = order.checkout.payload_hash();
    let claimed = sqlx::query!(
        "INSERT INTO idempotency_keys (key, caller, payload_form, payload_hash, order_id) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
        key.as_str(),
        key.caller(),
        PAYLOAD_FORM,
        payload_hash.as_slice(),
        order.id
    );
    Ok(claimed.execute(db).await?.rows_affected() == 1)
}

/// Forgets keys that came more than seven days ago, long after the last retry of any client, at most
/// `rows` of them; answers how many. Its order stays.
pub async fn forget_old_keys(db: impl PgExecutor<'_>, rows: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "DELETE FROM idempotency_keys WHERE (key, caller) IN (
           SELECT key, caller FROM idempotency_keys WHERE created_at < now() - interval '7 days'
           ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)",
        rows
    );
    Ok(forgotten.execute(db).await?.rows_affected())
}

/// Writes an order and all that belongs to it.
#[tracing::instrument(name = "INSERT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let checkout = &order.checkout;
    sqlx::query!(
        "INSERT INTO orders
           (id, order_number, status, account_id, full_name, email, mobile_number, delivery_address, pincode,
            total_paise, placed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        order.id,
        order.number,
        order.status.as_str(),
        checkout.account_id,
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
    insert_placing(db, order).await?;
    insert_lines(db, order).await?;
    insert_charges(db, order).await
}

async fn insert_placing(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO order_changes (order_id, version, to_status, actor, actor_id, changed_at)
         VALUES ($1, 1, $2, $3, $4, $5)",
        order.id,
        order.status.as_str(),
        Actor::Shopper.as_str(),
        order.checkout.account_id,
        order.placed_at
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn insert_lines(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let skus: Vec<_> = order.lines.iter().map(|line| line.sku.clone()).collect();
    let products: Vec<_> = order.lines.iter().map(|line| line.product_id).collect();
    let names: Vec<_> = order.lines.iter().map(|line| line.product_name.clone()).collect();
    let weights: Vec<_> = order.lines.iter().map(|line| line.weight_in_grams).collect();
    let quantities: Vec<_> = order.lines.iter().map(|line| line.quantity).collect();
    let prices: Vec<_> = order.lines.iter().map(|line| line.unit_price_paise).collect();
    sqlx::query!(
        "INSERT INTO order_lines
           (order_id, line_number, sku, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
         SELECT $1, line.number, line.sku, line.product_id, line.name, line.weight, line.quantity, line.price
         FROM unnest($2::text[], $3::uuid[], $4::text[], $5::integer[], $6::integer[], $7::bigint[])
           WITH ORDINALITY AS line (sku, product_id, name, weight, quantity, price, number)",
        order.id,
        &skus as &[Option<String>],
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

async fn insert_charges(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    if order.charges.is_empty() {
        return Ok(());
    }
    let charges = &order.charges;
    let kinds: Vec<_> = charges
        .iter()
        .map(|charge| charge.kind.as_str().to_owned())
        .collect();
    let labels: Vec<_> = charges.iter().map(|charge| charge.label.clone()).collect();
    let amounts: Vec<_> = charges.iter().map(|charge| charge.amount_paise).collect();
    sqlx::query!(
        "INSERT INTO order_charges (order_id, kind, label, amount_paise)
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[])",
        order.id,
        &kinds,
        &labels,
        &amounts
    )
    .execute(db)
    .await?;
    Ok(())
}
