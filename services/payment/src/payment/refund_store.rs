//! The SQL of refunds.

use std::collections::HashMap;

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::payment::{
    manual_refund::{ManualChannel, ManualRefund},
    refund::{Refund, RefundReason, RefundState},
};

/// How long a claimed refund is not claimed again. A failed poll is repeated after it.
const LEASE_SECONDS: f64 = 120.0;

/// After this time an answer of the provider has arrived or is lost: three times the deadline of a call.
const ANSWERED_WITHIN_SECONDS: f64 = 15.0;

/// A row of `refunds`. [`RefundRow::parse`] parses its words.
struct RefundRow {
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
    manual_channel: Option<String>,
    manual_reference: Option<String>,
    sent_on: Option<Date>,
    sent_by: Option<Uuid>,
}

/// Raises every refund to at least this version, in pages. Returns how many were raised.
pub async fn raise_versions(db: PgPool, version: i32) -> sqlx::Result<u64> {
    let (mut raised, mut after) = (0, Uuid::nil());
    loop {
        let page = sqlx::query_scalar!(
            "UPDATE refunds SET version = $1 WHERE id IN (
               SELECT id FROM refunds WHERE id > $2 AND version < $1 ORDER BY id LIMIT $3 FOR UPDATE)
             RETURNING id",
            version,
            after,
            jobs::BATCH
        );
        let page = page.fetch_all(&db).await?;
        let Some(last) = page.iter().max() else {
            return Ok(raised);
        };
        after = *last;
        raised += u64::try_from(page.len()).unwrap_or(0);
    }
}

/// A state change of a refund, and its source.
#[derive(Debug, Clone, Copy)]
pub struct RefundUpdate<'a> {
    /// The new state.
    pub to: RefundState,
    /// The provider's id. `None` if it does not change.
    pub provider_refund_id: Option<&'a str>,
    /// The record of a manual refund. `None` if the provider answered.
    pub manual: Option<&'a ManualRefund>,
}

impl RefundRow {
    fn parse(self) -> sqlx::Result<Refund> {
        let manual = match (self.manual_channel, self.manual_reference, self.sent_on) {
            (Some(channel), Some(reference), Some(sent_on)) => Some(ManualRefund {
                channel: ManualChannel::named(&channel)?,
                reference,
                sent_on,
                staff_id: self.sent_by,
            }),
            _ => None,
        };
        Ok(Refund {
            manual,
            reason: RefundReason::named(&self.reason)?,
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

/// Stores a refund. Returns `None` if its id is known.
#[tracing::instrument(name = "INSERT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(transaction: &mut PgConnection, refund: &Refund) -> sqlx::Result<Option<Refund>> {
    // The refund's job sends it at once; the periodic task sends it if the job did not.
    let row = sqlx::query_as!(
        RefundRow,
        "INSERT INTO refunds (id, payment_id, order_id, amount_paise, reason, note, staff_id, look_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8)) ON CONFLICT (id) DO NOTHING
         RETURNING id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at, manual_channel, manual_reference, sent_on, sent_by",
        refund.id,
        refund.payment_id,
        refund.order_id,
        refund.amount_paise,
        refund.reason.as_str(),
        refund.note,
        refund.staff_id,
        LEASE_SECONDS
    );
    let row = row.fetch_optional(transaction).await?;
    row.map(RefundRow::parse).transpose()
}

/// The refund with this id.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<Refund>> {
    let row = sqlx::query_as!(
        RefundRow,
        "SELECT id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at, manual_channel, manual_reference, sent_on, sent_by
         FROM refunds WHERE id = $1",
        id
    );
    let row = row.fetch_optional(db).await?;
    row.map(RefundRow::parse).transpose()
}

/// Reads the refund with this id and locks it until the transaction ends.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(transaction: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Refund>> {
    let row = sqlx::query_as!(
        RefundRow,
        "SELECT id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at, manual_channel, manual_reference, sent_on, sent_by
         FROM refunds WHERE id = $1 FOR UPDATE",
        id
    );
    let row = row.fetch_optional(transaction).await?;
    row.map(RefundRow::parse).transpose()
}

/// The refund with this id of the provider. Prefers one that did not fail.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_provider_id(db: &PgPool, provider_refund_id: &str) -> sqlx::Result<Option<Uuid>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM refunds WHERE provider_refund_id = $1 ORDER BY state = 'failed' LIMIT 1",
        provider_refund_id
    );
    id.fetch_optional(db).await
}

/// The refunds with these ids of the provider, keyed by that id. Prefers those that did not fail.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_provider_ids(db: &PgPool, ids: &[String]) -> sqlx::Result<HashMap<String, Refund>> {
    let rows = sqlx::query_as!(
        RefundRow,
        "SELECT id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at, manual_channel, manual_reference, sent_on, sent_by
         FROM refunds WHERE provider_refund_id = ANY($1) ORDER BY state <> 'failed'",
        ids
    );
    let mut refunds = HashMap::new();
    for row in rows.fetch_all(db).await? {
        let refund = row.parse()?;
        refunds.extend(refund.provider_refund_id.clone().map(|id| (id, refund)));
    }
    Ok(refunds)
}

/// The refunds that were requested between two times, inclusive, and that the provider has or sent, in any
/// order.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn requested_between(
    db: &PgPool,
    provider: &str,
    from: OffsetDateTime,
    to: OffsetDateTime,
) -> sqlx::Result<Vec<Refund>> {
    let rows = sqlx::query_as!(
        RefundRow,
        "SELECT refunds.id, payment_id, refunds.order_id, refunds.amount_paise, reason, note, staff_id, state, provider_refund_id,
           version, wanted_at, changed_at, manual_channel, manual_reference, sent_on, sent_by
         FROM refunds JOIN payments ON payments.id = payment_id
         WHERE provider = $1 AND wanted_at BETWEEN $2 AND $3 AND provider_refund_id IS NOT NULL
           AND state IN ('pending', 'processed')",
        provider,
        from,
        to
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(RefundRow::parse).collect()
}

/// The refunds of these payments, oldest first.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_payments(db: impl PgExecutor<'_>, payment_ids: &[Uuid]) -> sqlx::Result<Vec<Refund>> {
    let rows = sqlx::query_as!(
        RefundRow,
        "SELECT id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at, manual_channel, manual_reference, sent_on, sent_by
         FROM refunds WHERE payment_id = ANY($1) ORDER BY wanted_at, id",
        payment_ids
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(RefundRow::parse).collect()
}

/// Claims refunds that are on their way and due for polling.
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

/// Sets when to poll the provider next.
#[tracing::instrument(name = "UPDATE refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn schedule_poll(db: &PgPool, id: Uuid, next_poll_at: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("UPDATE refunds SET look_at = $2 WHERE id = $1", id, next_poll_at)
        .execute(db)
        .await?;
    Ok(())
}

/// Records that the provider is about to be asked. Returns false if the refund is no longer wanted.
#[tracing::instrument(name = "UPDATE refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn record_submission(db: &PgPool, id: Uuid) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "UPDATE refunds SET asked_at = now() WHERE id = $1 AND state = 'wanted'",
        id
    );
    Ok(noted.execute(db).await?.rows_affected() == 1)
}

/// Stores the text of a refusal, and when to ask again. The refund stays wanted.
#[tracing::instrument(name = "UPDATE refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn record_refusal(
    db: &PgPool,
    id: Uuid,
    words: &str,
    next_poll_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE refunds SET refusal = $2, look_at = $3 WHERE id = $1 AND state = 'wanted'",
        id,
        words,
        next_poll_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// True if the provider refused a wanted refund, and no answer to the last request can still be under way.
#[tracing::instrument(name = "SELECT refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_refused(transaction: &mut PgConnection, id: Uuid) -> sqlx::Result<bool> {
    let is_refused = sqlx::query_scalar!(
        r#"SELECT refusal <> '' AND coalesce(asked_at < now() - make_interval(secs => $2), false) AS "is_refused!"
           FROM refunds WHERE id = $1"#,
        id,
        ANSWERED_WITHIN_SECONDS
    );
    is_refused.fetch_one(transaction).await
}

/// Stores a refund's new state, and its source.
#[tracing::instrument(name = "UPDATE refunds", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn update(
    transaction: &mut PgConnection,
    id: Uuid,
    change: RefundUpdate<'_>,
) -> sqlx::Result<Refund> {
    let manual = change.manual;
    let row = sqlx::query_as!(
        RefundRow,
        "UPDATE refunds SET state = $2, provider_refund_id = coalesce($3, provider_refund_id), version = version + 1,
           changed_at = now(), refusal = '', manual_channel = $4, manual_reference = $5, sent_on = $6, sent_by = $7
         WHERE id = $1
         RETURNING id, payment_id, order_id, amount_paise, reason, note, staff_id, state, provider_refund_id, version, wanted_at,
           changed_at, manual_channel, manual_reference, sent_on, sent_by",
        id,
        change.to.as_str(),
        change.provider_refund_id,
        manual.map(|manual| manual.channel.as_str()),
        manual.map(|manual| manual.reference.as_str()),
        manual.map(|manual| manual.sent_on),
        manual.and_then(|manual| manual.staff_id)
    );
    row.fetch_one(transaction).await?.parse()
}
