//! The SQL of placing, one function a question.

use std::collections::HashSet;

use outbox::Event;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use uuid::Uuid;

use crate::{
    order::record::Order,
    placing::{
        checkout::{Checkout, PAYLOAD_FORM},
        idempotency::{EarlierOrder, Key},
    },
};

/// The name of the constraint that keeps order numbers apart.
pub const ORDER_NUMBER_TAKEN: &str = "orders_order_number_key";

/// The name of the constraint that keeps orders apart.
pub const ORDER_ID_TAKEN: &str = "orders_pkey";

/// The orders that were kept under a key, by its caller and by unknown ones, for a known caller may have come without a session
/// before. An unknown caller may be anybody, so it gets those of all callers.
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
    let kept = rows.map(|row| EarlierOrder {
        caller: row.caller,
        payload_form: row.payload_form,
        payload_hash: row.payload_hash,
        order: row.order.0,
    });
    Ok(kept.collect())
}

/// A shopper, or a group of guests, whose unconfirmed orders are counted together.
#[derive(Debug, Clone, Copy)]
pub enum Orderer<'a> {
    /// Those of an account.
    Account(Uuid),
    /// Those of guests of a network.
    Network {
        /// Its code.
        network: &'a [u8],
        /// Those that are paid online, or the others.
        is_paid_first: bool,
    },
    /// Those of guests with this mobile number whose network is unknown.
    MobileNumber(&'a str),
}

/// How many packs are in the unconfirmed orders of an orderer.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn unconfirmed_packs(db: &PgPool, holder: Orderer<'_>) -> sqlx::Result<i64> {
    match holder {
        Orderer::Account(account_id) => {
            let counting = sqlx::query_scalar!(
                r#"SELECT coalesce(sum(quantity), 0) AS "packs!" FROM orders JOIN order_lines ON order_id = orders.id
                   WHERE account_id = $1 AND status = 'placed'"#,
                account_id
            );
            counting.fetch_one(db).await
        }
        Orderer::Network {
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
        Orderer::MobileNumber(mobile_number) => {
            let counting = sqlx::query_scalar!(
                r#"SELECT coalesce(sum(quantity), 0) AS "packs!" FROM orders JOIN order_lines ON order_id = orders.id
                   WHERE mobile_number = $1 AND account_id IS NULL AND network IS NULL AND status = 'placed'"#,
                mobile_number
            );
            counting.fetch_one(db).await
        }
    }
}

/// Whether an order has this id.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_placed(db: &PgPool, id: Uuid) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!("SELECT id FROM orders WHERE id = $1", id);
    Ok(found.fetch_optional(db).await?.is_some())
}

/// Which of these ids orders have.
pub async fn placed_of(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<HashSet<Uuid>> {
    let placed = sqlx::query_scalar!("SELECT id FROM orders WHERE id = ANY($1)", ids);
    Ok(placed.fetch_all(db).await?.into_iter().collect())
}

/// Forgets keys that came more than seven days ago, long after the last retry of any client, at most `rows` of them; answers
/// how many. Their orders stay.
pub async fn forget_old_keys(db: impl PgExecutor<'_>, rows: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "DELETE FROM idempotency_keys WHERE (key, caller) IN (
           SELECT key, caller FROM idempotency_keys WHERE created_at < now() - interval '7 days'
           ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)",
        rows
    );
    Ok(forgotten.execute(db).await?.rows_affected())
}

/// The event of an order, the trace that it belongs to, and the code of the network that a guest's order comes from.
#[derive(Debug)]
pub struct Beside<'a> {
    /// The event.
    pub event: &'a Event,
    /// The trace; none outside of one.
    pub traceparent: Option<String>,
    /// The code; none where the network is unknown, or an account orders.
    pub network: Option<Vec<u8>>,
}

/// Writes an order with its key, all that belongs to it and its event: one statement, for each is a way to the database and
/// back. Waits while another transaction holds the key; answers false, and
/// writes nothing, when that one wrote its order.
#[tracing::instrument(name = "INSERT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &mut PgConnection,
    key: Option<&Key>,
    checkout: &Checkout,
    order: &Order,
    Beside {
        event,
        traceparent,
        network,
    }: Beside<'_>,
) -> sqlx::Result<bool> {
    let payload_hash = checkout.payload_hash();
    let inserted = sqlx::query_file_scalar!(
        "src/placing/insert_order.sql",
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
