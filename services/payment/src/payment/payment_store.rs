//! The SQL of payments.

use std::{collections::HashMap, time::Duration};

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::payment::captured_payment::{CapturedPayment, PaymentOutcome};

/// The number of payments that are read of an order, oldest first. Almost all orders have one.
const OF_AN_ORDER: i64 = 50;

/// A row of `payments`. [`PaymentRow::parse`] parses its outcome.
struct PaymentRow {
    id: Uuid,
    attempt_id: Option<Uuid>,
    order_id: Uuid,
    order_number: String,
    provider: String,
    provider_payment_id: String,
    amount_paise: i64,
    fee_paise: i64,
    fee_tax_paise: i64,
    captured_at: OffsetDateTime,
    outcome: Option<String>,
}

impl PaymentRow {
    fn parse(self) -> sqlx::Result<CapturedPayment> {
        Ok(CapturedPayment {
            outcome: self.outcome.as_deref().map(PaymentOutcome::named).transpose()?,
            id: self.id,
            attempt_id: self.attempt_id,
            order_id: self.order_id,
            order_number: self.order_number,
            provider: self.provider,
            provider_payment_id: self.provider_payment_id,
            amount_paise: self.amount_paise,
            fee_paise: self.fee_paise,
            fee_tax_paise: self.fee_tax_paise,
            captured_at: self.captured_at,
        })
    }
}

/// Stores a payment. Returns false if the provider's payment was stored before.
#[tracing::instrument(name = "INSERT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(transaction: &mut PgConnection, money: &CapturedPayment) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "INSERT INTO payments (id, attempt_id, order_id, order_number, provider, provider_payment_id, amount_paise, fee_paise,
           fee_tax_paise, captured_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (provider, provider_payment_id) DO NOTHING",
        money.id,
        money.attempt_id,
        money.order_id,
        money.order_number,
        money.provider,
        money.provider_payment_id,
        money.amount_paise,
        money.fee_paise,
        money.fee_tax_paise,
        money.captured_at
    );
    Ok(inserted.execute(transaction).await?.rows_affected() == 1)
}

/// The payment with this id.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, id: Uuid) -> sqlx::Result<Option<CapturedPayment>> {
    let row = sqlx::query_as!(
        PaymentRow,
        "SELECT id, attempt_id, order_id, order_number, provider, provider_payment_id, amount_paise, fee_paise, fee_tax_paise,
           captured_at, outcome
         FROM payments WHERE id = $1",
        id
    );
    let row = row.fetch_optional(db).await?;
    row.map(PaymentRow::parse).transpose()
}

/// Reads the payment with this id and locks it until the transaction ends.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(transaction: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<CapturedPayment>> {
    let row = sqlx::query_as!(
        PaymentRow,
        "SELECT id, attempt_id, order_id, order_number, provider, provider_payment_id, amount_paise, fee_paise, fee_tax_paise,
           captured_at, outcome
         FROM payments WHERE id = $1 FOR UPDATE",
        id
    );
    let row = row.fetch_optional(transaction).await?;
    row.map(PaymentRow::parse).transpose()
}

/// The payments of an order, oldest first.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_order(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<Vec<CapturedPayment>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        "SELECT id, attempt_id, order_id, order_number, provider, provider_payment_id, amount_paise, fee_paise, fee_tax_paise,
           captured_at, outcome
         FROM payments WHERE order_id = $1 ORDER BY recorded_at, id LIMIT $2",
        order_id,
        OF_AN_ORDER
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(PaymentRow::parse).collect()
}

/// The payments with these ids, in any order.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_ids(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<Vec<CapturedPayment>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        "SELECT id, attempt_id, order_id, order_number, provider, provider_payment_id, amount_paise, fee_paise, fee_tax_paise,
           captured_at, outcome
         FROM payments WHERE id = ANY($1)",
        ids
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(PaymentRow::parse).collect()
}

/// The payments with these ids of a provider, keyed by that id.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_provider_ids(
    db: &PgPool,
    provider: &str,
    ids: &[String],
) -> sqlx::Result<HashMap<String, CapturedPayment>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        "SELECT id, attempt_id, order_id, order_number, provider, provider_payment_id, amount_paise, fee_paise, fee_tax_paise,
           captured_at, outcome
         FROM payments WHERE provider = $1 AND provider_payment_id = ANY($2)",
        provider,
        ids
    );
    let money = rows.fetch_all(db).await?.into_iter().map(PaymentRow::parse);
    money
        .map(|money| money.map(|money| (money.provider_payment_id.clone(), money)))
        .collect()
}

/// The payments of a provider that were captured between two times, inclusive, in any order.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn captured_between(
    db: &PgPool,
    provider: &str,
    from: OffsetDateTime,
    to: OffsetDateTime,
) -> sqlx::Result<Vec<CapturedPayment>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        "SELECT id, attempt_id, order_id, order_number, provider, provider_payment_id, amount_paise, fee_paise, fee_tax_paise,
           captured_at, outcome
         FROM payments WHERE provider = $1 AND captured_at BETWEEN $2 AND $3",
        provider,
        from,
        to
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(PaymentRow::parse).collect()
}

/// When the first payment of a provider was captured.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn first_captured(db: &PgPool, provider: &str) -> sqlx::Result<Option<OffsetDateTime>> {
    let first = sqlx::query_scalar!(
        "SELECT captured_at FROM payments WHERE provider = $1 ORDER BY captured_at LIMIT 1",
        provider
    );
    first.fetch_optional(db).await
}

/// Payments of a wrong amount that are older than `time` and have no refund, oldest first.
#[tracing::instrument(name = "SELECT payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn held_for(db: &PgPool, time: Duration, most: i64) -> sqlx::Result<Vec<Uuid>> {
    let ids = sqlx::query_scalar!(
        "SELECT id FROM payments
         WHERE outcome = 'wrong_amount' AND recorded_at < now() - make_interval(secs => $1)
           AND NOT EXISTS (SELECT FROM refunds WHERE payment_id = payments.id)
         ORDER BY recorded_at LIMIT $2",
        time.as_secs_f64(),
        most
    );
    ids.fetch_all(db).await
}

/// Stores the order's decision about a payment.
#[tracing::instrument(name = "UPDATE payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn set_outcome(
    transaction: &mut PgConnection,
    id: Uuid,
    outcome: PaymentOutcome,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE payments SET outcome = $2, settled_at = now() WHERE id = $1",
        id,
        outcome.as_str()
    )
    .execute(transaction)
    .await?;
    Ok(())
}
