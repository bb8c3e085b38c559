//! The SQL of orders with documents: the lock of an order, and its refunds.

use sqlx::PgConnection;
use uuid::Uuid;

/// A refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    /// The refund's id.
    pub refund_id: Uuid,
    /// The order's id.
    pub order_id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason, from the payment service.
    pub reason: String,
    /// True if the order had accepted the payment.
    pub is_of_accepted: bool,
    /// True if the refund is processed.
    pub is_processed: bool,
    /// Number of the state change.
    pub version: i32,
}

/// Locks an order's documents until the transaction ends. Returns the latest order version by which they were
/// decided, including this one.
#[tracing::instrument(name = "UPSERT billed_orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(db: &mut PgConnection, order_id: Uuid, version: i32) -> sqlx::Result<i32> {
    let locking = sqlx::query_scalar!(
        "INSERT INTO billed_orders AS known (order_id, version) VALUES ($1, $2)
         ON CONFLICT (order_id) DO UPDATE SET version = greatest(known.version, excluded.version) RETURNING version",
        order_id,
        version
    );
    locking.fetch_one(db).await
}

/// Decides whether an order is a sample, unless that is decided. Returns the decision. The caller holds the
/// lock.
#[tracing::instrument(name = "UPDATE billed_orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn decide_sample(db: &mut PgConnection, order_id: Uuid, is_sample: bool) -> sqlx::Result<bool> {
    let deciding = sqlx::query_scalar!(
        r#"UPDATE billed_orders SET is_sample = coalesce(is_sample, $2) WHERE order_id = $1 RETURNING is_sample AS "is_sample!""#,
        order_id,
        is_sample
    );
    deciding.fetch_one(db).await
}

/// Stores a refund's state, unless a later one is known.
#[tracing::instrument(name = "UPSERT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store_refund(db: &mut PgConnection, refund: &Refund) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO refunds AS known (refund_id, order_id, amount_paise, reason, is_of_accepted, is_processed, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (refund_id) DO UPDATE SET is_processed = excluded.is_processed, version = excluded.version
         WHERE known.version < excluded.version",
        refund.refund_id,
        refund.order_id,
        refund.amount_paise,
        refund.reason,
        refund.is_of_accepted,
        refund.is_processed,
        refund.version
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The processed refunds of an order's accepted payment that have no credit note yet.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn uncredited_refunds(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<Vec<Refund>> {
    sqlx::query_as!(
        Refund,
        "SELECT refund_id, order_id, amount_paise, reason, is_of_accepted, is_processed, version FROM refunds
         WHERE order_id = $1 AND is_processed AND is_of_accepted
           AND NOT EXISTS (SELECT FROM documents WHERE cause = 'refund' AND cause_id = refund_id::text)
         ORDER BY refund_id",
        order_id
    )
    .fetch_all(db)
    .await
}
