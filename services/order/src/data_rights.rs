//! Export and erasure of shoppers' data in orders. Accounting data stays: order number, lines, amounts, days,
//! references and the pincode, which tells the state for taxes. Personal data is erased once an order is
//! over.

use data_rights::{Identity, Person, PersonalDataSource};
use jobs::PeriodicTask;
use outbox::Subscription;
use runtime::{Frame, Target};
use serde_json::Value;
use sqlx::PgPool;
use time::OffsetDateTime;

/// The interval at which open erasures are retried.
const EVERY: std::time::Duration = std::time::Duration::from_hours(1);

/// The maximum number of erasures in one round. A round has half a minute.
const AT_ONCE: i64 = 100;

/// The events about accounts that this module handles.
pub const SUBSCRIPTIONS: [Subscription; 2] = data_rights::subscriptions!("order");

/// Handles these events until the frame stops.
pub fn answer(db: &PgPool, events: &outbox::Settings, identity_url: Target, frame: &Frame) {
    data_rights::answer(&Orders, SUBSCRIPTIONS, (db, events), identity_url, frame);
}

/// The value in `erasures` instead of an unproven email address. No order has it.
const UNPROVEN: &str = "unproven";

/// The source of personal data in orders: by account, and in guest orders by a proven email address.
#[derive(Debug, Clone, Copy)]
pub struct Orders;

impl PersonalDataSource for Orders {
    const SERVICE: &'static str = "order";

    async fn collect(&self, db: &PgPool, person: &Person) -> sqlx::Result<Value> {
        sqlx::query_scalar!(
            r#"SELECT jsonb_build_object('orders', coalesce(jsonb_agg(jsonb_build_object(
                 'orderNumber', order_number, 'placedAt', placed_at, 'status', status, 'fullName', full_name,
                 'email', email, 'mobileNumber', mobile_number, 'deliveryAddress', delivery_address, 'pincode', pincode,
                 'paymentMethod', payment_method, 'totalPaise', total_paise, 'lines', lines, 'charges', charges,
                 'changes', changes, 'parcel', parcel, 'paymentStatus', payment_status,
                 'payment', payment::jsonb - 'staff_id', 'paymentDueAt', payment_due_at, 'refundedPaise', refunded_paise,
                 'refundingPaise', refunding_paise, 'onlinePayments', (
                   SELECT coalesce(jsonb_agg(jsonb_build_object('reference', reference, 'amountPaise', amount_paise,
                     'outcome', outcome, 'capturedAt', captured_at) ORDER BY captured_at), '[]')
                   FROM online_payments WHERE order_id = whole_orders.id),
                 'refunds', (
                   SELECT coalesce(jsonb_agg(jsonb_build_object('amountPaise', amount_paise, 'state', state,
                     'reason', reason, 'changedOn', changed_on) ORDER BY changed_on, refund_id), '[]')
                   FROM refunds WHERE order_id = whole_orders.id)) ORDER BY placed_at), '[]')) AS "part!"
               FROM whole_orders WHERE id IN (
                 SELECT id FROM orders WHERE account_id = $1
                 UNION SELECT id FROM orders WHERE lower(email) = $2 AND account_id IS NULL)"#,
            person.account_id,
            person.email.as_deref()
        )
        .fetch_one(db)
        .await
    }

    async fn erase(&self, db: &PgPool, person: &Person) -> sqlx::Result<bool> {
        sqlx::query!(
            "INSERT INTO erasures (account_id, email, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            person.account_id,
            person.email.as_deref().unwrap_or(UNPROVEN),
            person.until
        )
        .execute(db)
        .await?;
        let is_done = erase_what_is_over(db, person).await?;
        if is_done {
            forget(db, person).await?;
        }
        Ok(is_done)
    }
}

/// Returns the periodic task that retries erasures with open orders, and reports the finished ones.
pub fn periodic_task(identity: Identity) -> PeriodicTask {
    PeriodicTask::with_dependencies("erasures", EVERY, move |db| {
        let identity = identity.clone();
        async move {
            // The longest unchecked erasure comes first, so that one that must wait does not delay others.
            let waiting = sqlx::query!(
                "UPDATE erasures SET looked_at = now()
                 WHERE account_id = ANY (ARRAY(
                   SELECT account_id FROM erasures ORDER BY looked_at NULLS FIRST, until LIMIT $1))
                 RETURNING account_id, email, until",
                AT_ONCE
            );
            let mut done = 0;
            for row in waiting.fetch_all(&db).await? {
                let person = Person {
                    account_id: row.account_id,
                    email: Some(row.email).filter(|email| email != UNPROVEN),
                    until: row.until,
                };
                if erase_what_is_over(&db, &person).await? {
                    identity.report_erased(person.account_id, Orders::SERVICE).await?;
                    forget(&db, &person).await?;
                    done += 1;
                }
            }
            Ok(done)
        }
    })
}

/// Erases a person's data from orders that are over: cancelled, returned, brought back, or delivered or lost
/// 30 days ago. Orders with money to refund wait: all money of orders without goods, and payments that orders
/// did not accept. Returned packs need a refund by staff. Returns true when all orders of the person are
/// erased.
async fn erase_what_is_over(db: &PgPool, person: &Person) -> sqlx::Result<bool> {
    let mut transaction = database::begin(db).await?;
    sqlx::query!(r#"SELECT set_config('shop.erasing', 'on', true) AS "set!""#)
        .fetch_one(&mut *transaction)
        .await?;
    let over = sqlx::query_scalar!(
        "WITH over AS (
           SELECT id FROM orders
             LEFT JOIN received_payments AS paid ON paid.order_id = orders.id
             CROSS JOIN LATERAL (
               SELECT max(changed_at) < now() - interval '30 days' AS are_old, bool_or(to_status = 'delivered') AS have_delivery
               FROM order_changes WHERE order_id = orders.id) AS changes
           WHERE id IN (SELECT id FROM orders WHERE account_id = $1
               UNION SELECT id FROM orders WHERE lower(email) = $2 AND account_id IS NULL)
             AND placed_at <= $3 AND refunding_paise = 0
             AND (are_old AND status IN ('delivered', 'lost')
               OR status IN ('cancelled', 'returned', 'returned_to_origin')
                 -- A carrier may still remit the cash of what was delivered.
                 AND (are_old OR NOT have_delivery OR payment_status <> 'pending'
                   OR payment_method IS DISTINCT FROM 'cash_on_delivery'))
             AND (paid.order_id IS NULL AND payment_status IN ('pending', 'held')
               OR status = 'delivered' OR refunded_paise >= paid.amount_paise
               OR status = 'returned' AND EXISTS (
                 SELECT FROM refunds WHERE order_id = orders.id AND state = 'processed' AND is_of_accepted AND reason = 'returned'))
             AND NOT EXISTS (
               SELECT FROM online_payments AS other WHERE other.order_id = orders.id AND outcome <> 'accepted'
                 AND amount_paise > (SELECT coalesce(sum(amount_paise), 0) FROM refunds
                   WHERE refunds.order_id = orders.id AND payment_id = other.payment_id AND state = 'processed'))
           FOR UPDATE OF orders),
         unsaid AS (
           UPDATE order_changes SET reason = '', actor_id = NULL FROM over
           WHERE order_id = over.id AND actor = 'shopper'),
         forgotten AS (DELETE FROM idempotency_keys USING over WHERE order_id = over.id)
         UPDATE orders SET account_id = NULL, full_name = '', email = '', mobile_number = '', delivery_address = ''
         FROM over WHERE orders.id = over.id RETURNING orders.id",
        person.account_id,
        person.email.as_deref(),
        person.until
    );
    let over = over.fetch_all(&mut *transaction).await?;
    // A separate statement, so that it also sees notes written while the first one waited for a lock.
    let unwritten = sqlx::query!("DELETE FROM order_notes WHERE order_id = ANY($1)", &over);
    unwritten.execute(&mut *transaction).await?;
    let is_done = sqlx::query_scalar!(
        r#"SELECT NOT EXISTS (SELECT FROM orders WHERE account_id = $1 AND placed_at <= $3)
             AND NOT EXISTS (SELECT FROM orders WHERE lower(email) = $2 AND account_id IS NULL AND placed_at <= $3)
             AS "is_done!""#,
        person.account_id,
        person.email.as_deref(),
        person.until
    )
    .fetch_one(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(is_done)
}

async fn forget(db: &PgPool, person: &Person) -> sqlx::Result<()> {
    let forgetting = sqlx::query!("DELETE FROM erasures WHERE account_id = $1", person.account_id);
    forgetting.execute(db).await.map(drop)
}

/// Assigns the guest orders with an email address to an account, and returns their number.
#[tracing::instrument(name = "UPDATE orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim(
    db: &PgPool,
    account_id: uuid::Uuid,
    email: &str,
    now: OffsetDateTime,
) -> sqlx::Result<u64> {
    let claimed = sqlx::query!(
        "UPDATE orders SET account_id = $1 WHERE account_id IS NULL AND lower(email) = $2 AND placed_at <= $3",
        account_id,
        email,
        now
    );
    Ok(claimed.execute(db).await?.rows_affected())
}
