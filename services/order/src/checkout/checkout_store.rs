//! The SQL of checkouts, one function for each query.

use std::collections::HashSet;

use outbox::Event;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use uuid::Uuid;

use crate::{
    checkout::{
        idempotency::{EarlierOrder, Key},
        validated_checkout::{Checkout, PAYLOAD_FORM},
    },
    order::record::Order,
};

/// The unique constraint on order numbers.
pub const ORDER_NUMBER_TAKEN: &str = "orders_order_number_key";

/// The primary key of orders.
pub const ORDER_ID_TAKEN: &str = "orders_pkey";

/// Returns the orders stored under a key, by its caller and by unknown callers. A known caller may have come
/// without a session before. For an unknown caller it returns those of all callers.
#[tracing::instrument(name = "SELECT idempotency_keys", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn earlier_orders(db: impl PgExecutor<'_>, key: &Key) -> sqlx::Result<Vec<EarlierOrder>> {
    let rows = sqlx::query!(
        r#"SELECT k.caller, k.payload_form, k.payload_hash, to_jsonb(o) AS "order!: Json<Order>"
           FROM idempotency_keys k JOIN whole_orders o ON o.id = k.order_id
           WHERE k.key = $1 AND ($2 = '' OR k.caller IN ($2, ''))
           ORDER BY k.caller = $2 DESC LIMIT 20"#,
        key.as_str(),
        key.caller()
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let stored = rows.map(|row| EarlierOrder {
        caller: row.caller,
        payload_form: row.payload_form,
        payload_hash: row.payload_hash,
        order: row.order.0,
    });
    Ok(stored.collect())
}

/// The shopper or group of guests whose unconfirmed orders are counted together.
#[derive(Debug, Clone, Copy)]
pub enum LimitScope<'a> {
    /// The shopper of an account.
    Account(Uuid),
    /// The guests of a network.
    Network {
        /// The pseudonym of the network.
        network: &'a [u8],
        /// True to count orders that are paid online, false for the others.
        is_paid_first: bool,
    },
    /// The guests with this mobile number whose network is unknown.
    MobileNumber(&'a str),
}

/// Returns the number of packs in their unconfirmed orders.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn unconfirmed_packs(db: &PgPool, scope: LimitScope<'_>) -> sqlx::Result<i64> {
    match scope {
        LimitScope::Account(account_id) => {
            let counting = sqlx::query_scalar!(
                r#"SELECT coalesce(sum(quantity), 0) AS "packs!" FROM orders JOIN order_lines ON order_id = orders.id
                   WHERE account_id = $1 AND status = 'placed'"#,
                account_id
            );
            counting.fetch_one(db).await
        }
        LimitScope::Network {
            network,
            is_paid_first,
        } => {
            let counting = sqlx::query_scalar!(
                r#"SELECT coalesce(sum(quantity), 0) AS "packs!" FROM orders JOIN order_lines ON order_id = orders.id
                   WHERE network = $1 AND status = 'placed' AND (payment_method IS NOT DISTINCT FROM 'online') = $2"#,
                network,
                is_paid_first
            );
            counting.fetch_one(db).await
        }
        LimitScope::MobileNumber(mobile_number) => {
            let counting = sqlx::query_scalar!(
                r#"SELECT coalesce(sum(quantity), 0) AS "packs!" FROM orders JOIN order_lines ON order_id = orders.id
                   WHERE mobile_number = $1 AND account_id IS NULL AND network IS NULL AND status = 'placed'"#,
                mobile_number
            );
            counting.fetch_one(db).await
        }
    }
}

/// Returns true if an order has this ID.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_placed(db: &PgPool, id: Uuid) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT id FROM orders WHERE id = $1", id);
    Ok(found.fetch_optional(db).await?.is_some())
}

/// Returns the IDs that belong to orders.
pub async fn placed_of(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<HashSet<Uuid>> {
    let placed = sqlx::query_scalar!("SELECT id FROM orders WHERE id = ANY($1)", ids);
    Ok(placed.fetch_all(db).await?.into_iter().collect())
}

/// Deletes up to `rows` idempotency keys older than seven days, long after any client's last retry. Returns
/// their number. The orders stay.
pub async fn forget_old_keys(db: impl PgExecutor<'_>, rows: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "DELETE FROM idempotency_keys WHERE (key, caller) IN (
           SELECT key, caller FROM idempotency_keys WHERE created_at < now() - interval '7 days'
           ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)",
        rows
    );
    Ok(forgotten.execute(db).await?.rows_affected())
}

/// The additional data of an insert: event, trace and network.
#[derive(Debug)]
pub struct OrderContext<'a> {
    /// The event.
    pub event: &'a Event,
    /// The trace. `None` outside of one.
    pub traceparent: Option<String>,
    /// The pseudonym of a guest's network. `None` if the network is unknown, or for an account.
    pub network: Option<Vec<u8>>,
}

/// Inserts an order with its key and its event, in one statement to save round trips. Waits while another
/// transaction holds the key. Returns false and writes nothing if that transaction stored its order.
#[tracing::instrument(name = "INSERT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &mut PgConnection,
    key: Option<&Key>,
    checkout: &Checkout,
    order: &Order,
    OrderContext {
        event,
        traceparent,
        network,
    }: OrderContext<'_>,
) -> sqlx::Result<bool> {
    let payload_hash = checkout.payload_hash();
    let inserted = sqlx::query_file_scalar!(
        "src/checkout/insert_order.sql",
        key.map(Key::as_str),
        key.map(Key::caller),
        PAYLOAD_FORM,
        payload_hash.as_slice(),
        Json(order) as _,
        event.id,
        event.subject,
        event.aggregate.version,
        event.occurred_at,
        event.payload,
        traceparent,
        checkout.staff_id,
        network
    );
    inserted.fetch_one(db).await
}
