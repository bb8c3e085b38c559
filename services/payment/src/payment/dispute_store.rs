//! The SQL of disputes.

use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::payment::dispute::{Dispute, DisputeSummary};

/// Stores a dispute's state. Returns its id and version, or `None` if nothing changed.
#[tracing::instrument(name = "INSERT disputes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn put(
    transaction: &mut PgConnection,
    provider: &str,
    dispute: &Dispute,
) -> sqlx::Result<Option<(Uuid, i32)>> {
    let put = sqlx::query!(
        "INSERT INTO disputes (id, provider, provider_dispute_id, payment_id, order_id, amount_paise, state, respond_by, opened_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (provider, provider_dispute_id) DO UPDATE
           SET amount_paise = excluded.amount_paise, state = excluded.state, respond_by = excluded.respond_by,
             version = disputes.version + 1, changed_at = now()
           WHERE (disputes.amount_paise, disputes.state, disputes.respond_by)
             IS DISTINCT FROM (excluded.amount_paise, excluded.state, excluded.respond_by)
         RETURNING id, version",
        dispute.id,
        provider,
        dispute.provider_dispute_id,
        dispute.payment_id,
        dispute.order_id,
        dispute.amount_paise,
        dispute.state.as_str(),
        dispute.respond_by,
        dispute.opened_at
    );
    let put = put.fetch_optional(transaction).await?;
    Ok(put.map(|row| (row.id, row.version)))
}

/// Summary of a payment's disputes.
#[tracing::instrument(name = "SELECT disputes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_payment(db: impl PgExecutor<'_>, payment_id: Uuid) -> sqlx::Result<DisputeSummary> {
    let disputed = sqlx::query_as!(
        DisputeSummary,
        r#"SELECT coalesce(bool_or(state IN ('open', 'under_review')), false) AS "is_open!",
             coalesce(sum(amount_paise) FILTER (WHERE state = 'lost'), 0)::bigint AS "lost_paise!"
           FROM disputes WHERE payment_id = $1"#,
        payment_id
    );
    disputed.fetch_one(db).await
}
