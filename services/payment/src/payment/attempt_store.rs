//! The SQL of attempts.

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::payment::attempt::{Attempt, AttemptState};

/// How long a claimed attempt is not claimed again. A failed poll is repeated after it.
const LEASE_SECONDS: f64 = 60.0;

/// The number of attempts that are read of an order, newest first. Almost all orders have one.
const OF_AN_ORDER: i64 = 50;

/// A row of `attempts`. [`AttemptRow::parse`] parses its state.
struct AttemptRow {
    id: Uuid,
    order_id: Uuid,
    order_number: String,
    provider: String,
    amount_paise: i64,
    state: String,
    provider_reference: Option<String>,
    pay_url: Option<String>,
    upi_link: Option<String>,
    due_at: OffsetDateTime,
    decline: Option<String>,
    said_paid_at: Option<OffsetDateTime>,
    started_at: OffsetDateTime,
    looked_at: Option<OffsetDateTime>,
}

impl AttemptRow {
    fn parse(self) -> sqlx::Result<Attempt> {
        Ok(Attempt {
            state: AttemptState::named(&self.state)?,
            id: self.id,
            order_id: self.order_id,
            order_number: self.order_number,
            provider: self.provider,
            amount_paise: self.amount_paise,
            provider_reference: self.provider_reference,
            pay_url: self.pay_url,
            upi_link: self.upi_link,
            due_at: self.due_at,
            decline: self.decline,
            said_paid_at: self.said_paid_at,
            started_at: self.started_at,
            looked_at: self.looked_at,
        })
    }
}

/// The provider's answer to a new attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedLink {
    /// The provider's id of the attempt.
    pub reference: String,
    /// The URL of the provider's page.
    pub pay_url: Option<String>,
    /// The link that opens a UPI app.
    pub upi_link: Option<String>,
    /// Until when the provider accepts money.
    pub ends_at: OffsetDateTime,
}

/// The new state of an attempt after a poll.
#[derive(Debug, Clone)]
pub struct PollResult {
    /// The state.
    pub state: AttemptState,
    /// Why the last try was declined.
    pub decline: Option<String>,
    /// When to poll the provider next. `None` for never.
    pub next_poll_at: Option<OffsetDateTime>,
}

/// Stores an attempt, unless the order has an open one.
#[tracing::instrument(name = "INSERT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &PgPool,
    attempt: &Attempt,
    next_poll_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO attempts (id, order_id, order_number, provider, amount_paise, state, due_at, look_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (order_id) WHERE state IN ('starting', 'open', 'declined') DO NOTHING",
        attempt.id,
        attempt.order_id,
        attempt.order_number,
        attempt.provider,
        attempt.amount_paise,
        attempt.state.as_str(),
        attempt.due_at,
        next_poll_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The attempt with this id.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, id: Uuid) -> sqlx::Result<Option<Attempt>> {
    let row = sqlx::query_as!(
        AttemptRow,
        "SELECT id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at
         FROM attempts WHERE id = $1",
        id
    );
    let row = row.fetch_optional(db).await?;
    row.map(AttemptRow::parse).transpose()
}

/// The attempts of an order, newest first.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_order(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query_as!(
        AttemptRow,
        "SELECT id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at
         FROM attempts WHERE order_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2",
        order_id,
        OF_AN_ORDER
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(AttemptRow::parse).collect()
}

/// The attempts with these ids, in any order.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_ids(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query_as!(
        AttemptRow,
        "SELECT id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at
         FROM attempts WHERE id = ANY($1)",
        ids
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(AttemptRow::parse).collect()
}

/// Claims attempts that are due for polling. Replicas never claim the same attempt at once.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim_due(db: &PgPool, most: i64) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query_as!(
        AttemptRow,
        "UPDATE attempts SET look_at = now() + make_interval(secs => $2)
         WHERE id IN (SELECT id FROM attempts WHERE look_at <= now() ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at",
        most,
        LEASE_SECONDS
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(AttemptRow::parse).collect()
}

/// Stores the provider's answer. Opens an attempt that was starting.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn record_link(db: &PgPool, id: Uuid, answer: &CreatedLink) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE attempts SET provider_reference = $2, pay_url = $3, upi_link = $4, ends_at = $5, changed_at = now(),
           state = CASE state WHEN 'starting' THEN 'open' ELSE state END
         WHERE id = $1",
        id,
        answer.reference,
        answer.pay_url,
        answer.upi_link,
        answer.ends_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores the result of a poll, unless the attempt's state or deadline changed since `before` was read. The
/// span has the new state, by which operators find declined payments.
#[tracing::instrument(
    name = "UPDATE attempts",
    skip_all,
    fields(otel.kind = "client", db.system.name = "postgresql", payment.state = result.state.as_str())
)]
pub async fn record_poll(db: &PgPool, before: &Attempt, result: &PollResult) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE attempts SET state = $3, decline = $4, look_at = $5, looked_at = now(),
           changed_at = CASE WHEN state = $3 THEN changed_at ELSE now() END
         WHERE id = $1 AND state = $2 AND due_at = $6",
        before.id,
        before.state.as_str(),
        result.state.as_str(),
        result.decline,
        result.next_poll_at,
        before.due_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores that the shopper reported a payment, and the new payment deadline if it is known.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn record_reported_payment(
    db: &PgPool,
    id: Uuid,
    due_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE attempts SET said_paid_at = coalesce(said_paid_at, now()), due_at = coalesce($2, due_at) WHERE id = $1",
        id,
        due_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Marks an attempt as paid, even one that was closed.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn mark_paid(
    db: impl PgExecutor<'_>,
    id: Uuid,
    next_poll_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE attempts SET state = 'paid', changed_at = now(), looked_at = now(), look_at = $2, decline = NULL
         WHERE id = $1 AND state <> 'paid'",
        id,
        next_poll_at
    )
    .execute(db)
    .await?;
    Ok(())
}
