//! The SQL of orders, one function a question.

use std::collections::HashSet;

use outbox::Event;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use uuid::Uuid;

use crate::{
    charge::Charge,
    checkout::PAYLOAD_FORM,
    idempotency::{Kept, Key},
    life::Actor,
    order::{Order, Receipt},
    payment_method::PaymentMethod,
};

/// The name of the constraint that keeps order numbers apart.
pub const ORDER_NUMBER_TAKEN: &str = "orders_order_number_key";

/// The name of the constraint that keeps orders apart.
pub const ORDER_ID_TAKEN: &str = "orders_pkey";

/// What was kept under a key: by its caller, and by whom the caller may be. One who is known may have come as a stranger
/// before; a stranger may be anybody.
#[tracing::instrument(name = "SELECT idempotency_keys", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn kept(db: impl PgExecutor<'_>, key: &Key) -> sqlx::Result<Vec<Kept>> {
    let rows = sqlx::query!(
        r#"SELECT k.caller, k.payload_form, k.payload_hash, o.id AS "id!", o.order_number AS "order_number!",
             o.total_paise AS "total_paise!", o.placed_at AS "placed_at!",
             o.charges AS "charges!: Json<Vec<Charge>>", o.payment_method
           FROM idempotency_keys k JOIN whole_orders o ON o.id = k.order_id
           WHERE k.key = $1 AND ($2 = '' OR k.caller IN ($2, ''))
           ORDER BY k.caller = $2 DESC LIMIT 20"#,
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
            charges: row.charges.0,
            payment_method: row.payment_method.as_deref().and_then(PaymentMethod::read),
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

/// Those of these ids that orders have.
pub async fn placed_of(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<HashSet<Uuid>> {
    let placed = sqlx::query_scalar!("SELECT id FROM orders WHERE id = ANY($1)", ids);
    Ok(placed.fetch_all(db).await?.into_iter().collect())
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

/// Writes an order with its key, all that belongs to it and its event: one statement, for each is a way to the database and
/// back. The event belongs to the trace of `traceparent`. Waits while another transaction holds the key; answers false, and writes nothing, when that one wrote its order.
#[tracing::instrument(name = "INSERT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &mut PgConnection,
    key: Option<&Key>,
    order: &Order,
    event: &Event,
    traceparent: Option<String>,
) -> sqlx::Result<bool> {
    let checkout = &order.checkout;
    let payload_hash = checkout.payload_hash();
    let (lines, charges) = (Lines::of(order), Charges::of(order));
    let inserted = sqlx::query_file_scalar!(
        "src/insert_order.sql",
        key.map(Key::as_str),
        key.map(Key::caller),
        PAYLOAD_FORM,
        payload_hash.as_slice(),
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
        order.placed_at,
        Actor::Shopper.as_str(),
        &lines.skus as &[Option<String>],
        &lines.product_ids,
        &lines.product_names,
        &lines.weights,
        &lines.quantities,
        &lines.prices,
        &charges.kinds,
        &charges.labels,
        &charges.amounts,
        event.id,
        event.subject,
        event.aggregate.version,
        event.occurred_at,
        event.payload,
        traceparent,
        checkout.payment_method.map(PaymentMethod::as_str)
    );
    inserted.fetch_one(db).await
}

/// Lines, a list a column.
struct Lines {
    skus: Vec<Option<String>>,
    product_ids: Vec<Uuid>,
    product_names: Vec<String>,
    weights: Vec<i32>,
    quantities: Vec<i32>,
    prices: Vec<i64>,
}

impl Lines {
    fn of(order: &Order) -> Self {
        let lines = || order.lines.iter();
        Self {
            skus: lines().map(|line| line.sku.clone()).collect(),
            product_ids: lines().map(|line| line.product_id).collect(),
            product_names: lines().map(|line| line.product_name.clone()).collect(),
            weights: lines().map(|line| line.weight_in_grams).collect(),
            quantities: lines().map(|line| line.quantity).collect(),
            prices: lines().map(|line| line.unit_price_paise).collect(),
        }
    }
}

/// Charges, a list a column.
struct Charges {
    kinds: Vec<String>,
    labels: Vec<String>,
    amounts: Vec<i64>,
}

impl Charges {
    fn of(order: &Order) -> Self {
        let charges = || order.charges.iter();
        Self {
            kinds: charges().map(|charge| charge.kind.as_str().to_owned()).collect(),
            labels: charges().map(|charge| charge.label.clone()).collect(),
            amounts: charges().map(|charge| charge.amount_paise).collect(),
        }
    }
}
