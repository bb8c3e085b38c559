//! The SQL of attempts.

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::payment::attempt::{Attempt, AttemptState};

/// How long an attempt that is being looked at is left alone: a look that fails is repeated then.
const LEASE_SECONDS: f64 = 60.0;

/// Attempts of an order that are read, the newest: one is enough for almost all of them.
const OF_AN_ORDER: i64 = 50;

/// A row, whose state is read by [`Row::read`].
struct Row {
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

impl Row {
    fn read(self) -> sqlx::Result<Attempt> {
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

/// What the provider answered when it was asked for money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it calls the attempt.
    pub reference: String,
    /// Its page.
    pub pay_url: Option<String>,
    /// What opens a UPI app.
    pub upi_link: Option<String>,
    /// Until when it takes money.
    pub ends_at: OffsetDateTime,
}

/// What an attempt is from now on.
#[derive(Debug, Clone)]
pub struct Looked {
    /// Its state.
    pub state: AttemptState,
    /// Why the last try was declined.
    pub decline: Option<String>,
    /// When the provider is asked next; never where that is none.
    pub look_at: Option<OffsetDateTime>,
}

/// Writes an attempt down, unless the order has an open one.
#[tracing::instrument(name = "INSERT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(db: &PgPool, attempt: &Attempt, look_at: Option<OffsetDateTime>) -> sqlx::Result<()> {
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
        look_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The attempt with this id.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, id: Uuid) -> sqlx::Result<Option<Attempt>> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at
         FROM attempts WHERE id = $1",
        id
    );
    row.fetch_optional(db).await?.map(Row::read).transpose()
}

/// The attempts of an order, newest first.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_order(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at
         FROM attempts WHERE order_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2",
        order_id,
        OF_AN_ORDER
    );
    rows.fetch_all(db).await?.into_iter().map(Row::read).collect()
}

/// The attempts with these ids, in any order.
#[tracing::instrument(name = "SELECT attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_ids(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at
         FROM attempts WHERE id = ANY($1)",
        ids
    );
    rows.fetch_all(db).await?.into_iter().map(Row::read).collect()
}

/// Takes attempts whose provider is to be asked now; those of one replica are not another's.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn claim_due(db: &PgPool, most: i64) -> sqlx::Result<Vec<Attempt>> {
    let rows = sqlx::query_as!(
        Row,
        "UPDATE attempts SET look_at = now() + make_interval(secs => $2)
         WHERE id IN (SELECT id FROM attempts WHERE look_at <= now() ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, order_id, order_number, provider, amount_paise, state, provider_reference, pay_url, upi_link, due_at,
           decline, said_paid_at, started_at, looked_at",
        most,
        LEASE_SECONDS
    );
    rows.fetch_all(db).await?.into_iter().map(Row::read).collect()
}

/// Writes down what the provider answered; an attempt that was starting is open from then on.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_answer(db: &PgPool, id: Uuid, answer: &Answer) -> sqlx::Result<()> {
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

/// Writes down what a look at an attempt showed, unless it changed meanwhile, such as by a shopper's word that gives it more time.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_look(db: &PgPool, before: &Attempt, looked: &Looked) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE attempts SET state = $3, decline = $4, look_at = $5, looked_at = now(),
           changed_at = CASE WHEN state = $3 THEN changed_at ELSE now() END
         WHERE id = $1 AND state = $2 AND due_at = $6",
        before.id,
        before.state.as_str(),
        looked.state.as_str(),
        looked.decline,
        looked.look_at,
        before.due_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that the shopper says that they paid, and until when the order waits for it, where that is known.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_said_paid(db: &PgPool, id: Uuid, due_at: Option<OffsetDateTime>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE attempts SET said_paid_at = coalesce(said_paid_at, now()), due_at = coalesce($2, due_at) WHERE id = $1",
        id,
        due_at
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that money came for an attempt, also for one that was over.
#[tracing::instrument(name = "UPDATE attempts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_paid(
    db: impl PgExecutor<'_>,
    id: Uuid,
    look_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE attempts SET state = 'paid', changed_at = now(), looked_at = now(), look_at = $2, decline = NULL
         WHERE id = $1 AND state <> 'paid'",
        id,
        look_at
    )
    .execute(db)
    .await?;
    Ok(())
}
