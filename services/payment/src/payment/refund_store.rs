//! The SQL of money that goes back.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::payment::refund::{Reason, Refund, RefundState};

/// How long a refund that is being looked at is left alone: a look that fails is repeated then.
const LEASE_SECONDS: f64 = 120.0;

/// A row, whose words are read by [`Row::read`].
struct Row {
    id: Uuid,
    payment_id: Uuid,
    order_id: Uuid,
    amount_paise: i64,
    reason: String,
    note: String,
    staff_id: Option<Uuid>,
    state: String,
    provider_refund_id: Option<String>,
    version: i32,
    wanted_at: OffsetDateTime,
    changed_at: OffsetDateTime,
}

impl Row {
    fn read(self) -> sqlx::Result<Refund> {
        Ok(Refund {
            reason: Reason::named(&self.reason)?,
            state: RefundState::named(&self.state)?,
            id: self.id,
            payment_id: self.payment_id,
            order_id: self.order_id,
            amount_paise: self.amount_paise,
            note: self.note,
            staff_id: self.staff_id,
            provider_refund_id: self.provider_refund_id,
            version: self.version,
            wanted_at: self.wanted_at,
            changed_at: self.changed_at,
        })
    }
}

/// Writes a refund down; none when its id is known.
#[tracing::instrument(name = "INSERT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(transaction: &mut PgConnection, refund: &Refund) -> sqlx::Result<Option<Refund>> {
    // Its job asks the provider at once; the sweep only when the job did not.
    let row = sqlx::query_as!(
        Row,
        "INSERT INTO refunds (id, payment_id, order_id, amount_paise, reason, note, staff_id, look_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8)) ON CONFLICT (id) DO NOTHING
         RETURNING id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at",
        refund.id,
        refund.payment_id,
        refund.order_id,
        refund.amount_paise,
        refund.reason.as_str(),
        refund.note,
        refund.staff_id,
        LEASE_SECONDS
    );
    row.fetch_optional(transaction).await?.map(Row::read).transpose()
}

/// The refund with this id.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<Refund>> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at
         FROM refunds WHERE id = $1",
        id
    );
    row.fetch_optional(db).await?.map(Row::read).transpose()
}

/// The refund with this id, which nobody else changes until the transaction ends.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(transaction: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Refund>> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at
         FROM refunds WHERE id = $1 FOR UPDATE",
        id
    );
    row.fetch_optional(transaction).await?.map(Row::read).transpose()
}

/// The refund that the provider calls so.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_provider_id(db: &PgPool, provider_refund_id: &str) -> sqlx::Result<Option<Uuid>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM refunds WHERE provider_refund_id = $1",
        provider_refund_id
    );
    id.fetch_optional(db).await
}

/// The refunds of these payments, oldest first.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_payments(db: impl PgExecutor<'_>, payment_ids: &[Uuid]) -> sqlx::Result<Vec<Refund>> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at
         FROM refunds WHERE payment_id = ANY($1) ORDER BY wanted_at, id",
        payment_ids
    );
    rows.fetch_all(db).await?.into_iter().map(Row::read).collect()
}

/// Takes refunds that are on their way, and whose provider is to be asked now.
#[tracing::instrument(name = "UPDATE refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim_due(db: &PgPool, most: i64) -> sqlx::Result<Vec<Uuid>> {
    let ids = sqlx::query_scalar!(
        "UPDATE refunds SET look_at = now() + make_interval(secs => $2)
         WHERE id IN (
           SELECT id FROM refunds WHERE state IN ('wanted', 'pending') AND look_at <= now()
           ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id",
        most,
        LEASE_SECONDS
    );
    ids.fetch_all(db).await
}

/// Says when the provider is asked next.
#[tracing::instrument(name = "UPDATE refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn look_again(db: &PgPool, id: Uuid, look_at: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("UPDATE refunds SET look_at = $2 WHERE id = $1", id, look_at)
        .execute(db)
        .await?;
    Ok(())
}

/// Writes down where a refund stands, and what the provider calls it.
#[tracing::instrument(name = "UPDATE refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn change(
    transaction: &mut PgConnection,
    id: Uuid,
    state: RefundState,
    provider_refund_id: Option<&str>,
) -> sqlx::Result<Refund> {
    let row = sqlx::query_as!(
        Row,
        "UPDATE refunds SET state = $2, provider_refund_id = coalesce($3, provider_refund_id), version = version + 1,
           changed_at = now()
         WHERE id = $1
         RETURNING id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at",
        id,
        state.as_str(),
        provider_refund_id
    );
    row.fetch_one(transaction).await?.read()
}
