//! The SQL of the payments list: payments, and attempts without a payment.

use std::collections::HashMap;

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::Page;

use crate::payment::{
    attempt::Attempt,
    attempt_store,
    captured_payment::CapturedPayment,
    payment_state::{self, PaymentState},
    payment_store,
    refund::Refund,
    refund_store,
};

/// The number of entries that are read of an order, newest first.
const OF_AN_ORDER: i64 = 100;

/// An entry of the payments list: a payment, or an attempt without one.
#[derive(Debug, Clone)]
pub struct PaymentEntry {
    /// The id of the payment, or of the attempt if no money arrived.
    pub id: Uuid,
    /// When the attempt started, or when a payment without attempt was recorded.
    pub at: OffsetDateTime,
    /// The attempt.
    pub attempt: Option<Attempt>,
    /// The payment.
    pub money: Option<CapturedPayment>,
    /// The refunds of the payment, oldest first.
    pub refunds: Vec<Refund>,
}

/// The ids of an entry's attempt and payment.
struct EntryKey {
    id: Uuid,
    at: OffsetDateTime,
    attempt_id: Option<Uuid>,
    payment_id: Option<Uuid>,
}

impl PaymentEntry {
    /// The state of the payment.
    pub fn state(&self) -> PaymentState {
        match (&self.money, &self.attempt) {
            (Some(money), _) => payment_state::of_money(money, &self.refunds, false),
            (None, Some(attempt)) => payment_state::of_attempt(attempt),
            (None, None) => PaymentState::NotStarted,
        }
    }
}

/// A page of entries, newest first. `outcomes` filters by outcome, "unsettled" (undecided), or "none" (no
/// money arrived). An empty filter lists all.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest(db: &PgPool, outcomes: &[String], page: Page) -> sqlx::Result<Vec<PaymentEntry>> {
    let keys = sqlx::query_as!(
        EntryKey,
        r#"SELECT id AS "id!", at AS "at!", attempt_id, payment_id FROM (
             (SELECT coalesce(payments.id, attempts.id) AS id, started_at AS at, attempts.id AS attempt_id,
                payments.id AS payment_id
              FROM attempts LEFT JOIN payments ON payments.attempt_id = attempts.id
              WHERE started_at <= $2 AND (started_at, coalesce(payments.id, attempts.id)) < ($2, $3)
                AND (cardinality($1::text[]) = 0
                  OR CASE WHEN payments.id IS NULL THEN 'none' ELSE coalesce(outcome, 'unsettled') END = ANY($1))
              ORDER BY started_at DESC, id DESC LIMIT $4)
             UNION ALL
             (SELECT id, recorded_at, NULL::uuid, id FROM payments
              WHERE attempt_id IS NULL AND (recorded_at, id) < ($2, $3)
                AND (cardinality($1::text[]) = 0 OR coalesce(outcome, 'unsettled') = ANY($1))
              ORDER BY recorded_at DESC, id DESC LIMIT $4)) AS entries
           ORDER BY at DESC, id DESC LIMIT $4"#,
        outcomes,
        page.behind.at,
        page.behind.id,
        page.limit
    );
    let keys = keys.fetch_all(db).await?;
    read(db, keys).await
}

/// A page of payments that need attention, newest first: of a wrong amount, or with a refund that is on its
/// way or failed. They are few, so the query starts from these rows instead of all payments.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn waiting(db: &PgPool, page: Page) -> sqlx::Result<Vec<PaymentEntry>> {
    let keys = sqlx::query_as!(
        EntryKey,
        r#"SELECT payments.id AS "id!", coalesce(started_at, recorded_at) AS "at!", attempts.id AS "attempt_id?",
             payments.id AS "payment_id?"
           FROM (SELECT id FROM payments WHERE outcome = 'wrong_amount'
                 UNION SELECT payment_id FROM refunds WHERE state IN ('wanted', 'pending', 'failed')) AS waiting
             JOIN payments ON payments.id = waiting.id LEFT JOIN attempts ON attempts.id = attempt_id
           WHERE (coalesce(started_at, recorded_at), payments.id) < ($1, $2)
           ORDER BY coalesce(started_at, recorded_at) DESC, payments.id DESC LIMIT $3"#,
        page.behind.at,
        page.behind.id,
        page.limit
    );
    let keys = keys.fetch_all(db).await?;
    read(db, keys).await
}

/// The entries of an order, newest first.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_order(db: &PgPool, order_id: Uuid) -> sqlx::Result<Vec<PaymentEntry>> {
    let keys = sqlx::query_as!(
        EntryKey,
        r#"SELECT id AS "id!", at AS "at!", attempt_id, payment_id FROM (
             SELECT coalesce(payments.id, attempts.id) AS id, started_at AS at, attempts.id AS attempt_id,
               payments.id AS payment_id
             FROM attempts LEFT JOIN payments ON payments.attempt_id = attempts.id WHERE attempts.order_id = $1
             UNION ALL
             SELECT id, recorded_at, NULL::uuid, id FROM payments WHERE attempt_id IS NULL AND order_id = $1) AS entries
           ORDER BY at DESC, id DESC LIMIT $2"#,
        order_id,
        OF_AN_ORDER
    );
    let keys = keys.fetch_all(db).await?;
    read(db, keys).await
}

async fn read(db: &PgPool, keys: Vec<EntryKey>) -> sqlx::Result<Vec<PaymentEntry>> {
    let attempt_ids: Vec<_> = keys.iter().filter_map(|key| key.attempt_id).collect();
    let payment_ids: Vec<_> = keys.iter().filter_map(|key| key.payment_id).collect();
    let attempts = attempt_store::of_ids(db, &attempt_ids).await?;
    let attempts: HashMap<_, _> = attempts
        .into_iter()
        .map(|attempt| (attempt.id, attempt))
        .collect();
    let money = payment_store::of_ids(db, &payment_ids).await?;
    let mut money: HashMap<_, _> = money.into_iter().map(|money| (money.id, money)).collect();
    let mut refunds: HashMap<_, Vec<_>> = HashMap::new();
    for refund in refund_store::of_payments(db, &payment_ids).await? {
        refunds.entry(refund.payment_id).or_default().push(refund);
    }
    let entries = keys.into_iter().map(|key| PaymentEntry {
        id: key.id,
        at: key.at,
        // An attempt that was paid twice has two entries.
        attempt: key.attempt_id.and_then(|id| attempts.get(&id).cloned()),
        money: key.payment_id.and_then(|id| money.remove(&id)),
        refunds: key
            .payment_id
            .and_then(|id| refunds.remove(&id))
            .unwrap_or_default(),
    });
    Ok(entries.collect())
}
