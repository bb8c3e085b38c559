//! The SQL of online payments, refunds and disputes. Callers lock the order first.

use sqlx::PgConnection;
use time::Date;
use uuid::Uuid;

use crate::online_payments::{
    online_payment::{OnlinePayment, PaymentOutcome},
    payment_summary::{OrderPayments, Refund, RefundState},
};

/// A payment that was already decided.
#[derive(Debug)]
pub struct DecidedPayment {
    /// The order of the payment.
    pub order_id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The decision, a word of [`PaymentOutcome`].
    pub outcome: String,
}

/// The changed state of a refund, from an event.
#[derive(Debug, Clone)]
pub struct ChangedRefund {
    /// The refund's ID.
    pub refund_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// The refund.
    pub refund: Refund,
    /// The reason.
    pub reason: String,
    /// The version, which counts the changes.
    pub version: i32,
    /// The day of the change, in India.
    pub changed_on: Date,
}

/// The state of a dispute, from an event.
#[derive(Debug, Clone)]
pub struct Dispute {
    /// The dispute's ID.
    pub dispute_id: Uuid,
    /// The payment.
    pub payment_id: Uuid,
    /// The order that the payment was for.
    pub order_id: Uuid,
    /// The state, in the words of the payment service.
    pub state: String,
    /// The version, which counts the changes.
    pub version: i32,
}

/// Returns the decision about a payment. `None` for a new one.
#[tracing::instrument(name = "SELECT online_payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn decided(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<Option<DecidedPayment>> {
    sqlx::query_as!(
        DecidedPayment,
        "SELECT order_id, amount_paise, outcome FROM online_payments WHERE payment_id = $1",
        payment_id
    )
    .fetch_optional(db)
    .await
}

/// Stores a payment with its decision. Returns false if the payment was decided meanwhile, for another order.
#[tracing::instrument(name = "INSERT online_payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store_payment(
    db: &mut PgConnection,
    payment: &OnlinePayment,
    outcome: PaymentOutcome,
) -> sqlx::Result<bool> {
    let noting = sqlx::query!(
        "INSERT INTO online_payments (payment_id, order_id, reference, amount_paise, outcome, captured_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (payment_id) DO NOTHING",
        payment.payment_id,
        payment.order_id,
        payment.reference,
        payment.amount_paise,
        outcome.as_str(),
        payment.captured_at
    );
    Ok(noting.execute(db).await?.rows_affected() == 1)
}

/// Stores the state of a refund. Returns false if a newer state is known.
#[tracing::instrument(name = "INSERT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store_refund(db: &mut PgConnection, changed: &ChangedRefund) -> sqlx::Result<bool> {
    let keeping = sqlx::query!(
        "INSERT INTO refunds
           (refund_id, payment_id, order_id, amount_paise, state, reason, version, is_of_accepted, changed_on)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (refund_id) DO UPDATE SET state = excluded.state, version = excluded.version,
           changed_on = excluded.changed_on WHERE refunds.version < excluded.version",
        changed.refund_id,
        changed.refund.payment_id,
        changed.order_id,
        changed.refund.amount_paise,
        changed.refund.state.as_str(),
        changed.reason,
        changed.version,
        changed.refund.is_of_accepted,
        changed.changed_on
    );
    Ok(keeping.execute(db).await?.rows_affected() == 1)
}

/// Stores the state of a dispute, unless a newer state is known.
#[tracing::instrument(name = "INSERT disputes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store_dispute(db: &mut PgConnection, dispute: &Dispute) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO disputes (dispute_id, payment_id, order_id, state, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (dispute_id) DO UPDATE SET state = excluded.state, version = excluded.version
           WHERE disputes.version < excluded.version",
        dispute.dispute_id,
        dispute.payment_id,
        dispute.order_id,
        dispute.state,
        dispute.version
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Updates the payment status and refunded amounts of an order.
#[tracing::instrument(name = "UPDATE orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn update_payment_summary(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<()> {
    let summary = payments(&mut *db, order_id).await?.summary();
    sqlx::query!(
        "UPDATE orders SET payment_status = $2, refunded_paise = $3, refunding_paise = $4 WHERE id = $1",
        order_id,
        summary.status.as_str(),
        summary.refunded_paise,
        summary.refunding_paise
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn payments(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<OrderPayments> {
    let received = sqlx::query_scalar!(
        "SELECT amount_paise FROM received_payments WHERE order_id = $1",
        order_id
    );
    let received_paise = received.fetch_optional(&mut *db).await?;
    let wrong = sqlx::query!(
        "SELECT payment_id, amount_paise FROM online_payments WHERE order_id = $1 AND outcome = $2",
        order_id,
        PaymentOutcome::WrongAmount.as_str()
    );
    let wrong = wrong.fetch_all(&mut *db).await?.into_iter();
    let refunds = sqlx::query!(
        "SELECT payment_id, amount_paise, state, is_of_accepted FROM refunds WHERE order_id = $1",
        order_id
    );
    let refunds = refunds.fetch_all(db).await?.into_iter().filter_map(|row| {
        Some(Refund {
            payment_id: row.payment_id,
            amount_paise: row.amount_paise,
            // The table has no other words.
            state: RefundState::parse(&row.state)?,
            is_of_accepted: row.is_of_accepted,
        })
    });
    Ok(OrderPayments {
        received_paise,
        wrong_amounts: wrong.map(|row| (row.payment_id, row.amount_paise)).collect(),
        refunds: refunds.collect(),
    })
}
