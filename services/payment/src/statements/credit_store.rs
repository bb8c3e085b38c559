//! The SQL of bank credits.

use std::collections::HashMap;

use sqlx::{PgConnection, PgPool};
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use values::{Cursor, Page};

use crate::statements::credit::{Credit, CreditState, StatementCredit};

/// The reason for credits that name no single order.
const NAMES_NONE: &str = "It names no order, or more than one.";

/// A row of `bank_credits`. [`CreditRow::parse`] parses its state.
struct CreditRow {
    id: Uuid,
    utr: String,
    amount_paise: i64,
    received_on: Date,
    narration: String,
    order_number: Option<String>,
    state: String,
    why: String,
    note: String,
    recorded_at: OffsetDateTime,
}

impl CreditRow {
    fn parse(self) -> sqlx::Result<Credit> {
        Ok(Credit {
            state: CreditState::named(&self.state)?,
            id: self.id,
            utr: self.utr,
            amount_paise: self.amount_paise,
            received_on: self.received_on,
            narration: self.narration,
            order_number: self.order_number,
            why: self.why,
            note: self.note,
            recorded_at: self.recorded_at,
        })
    }
}

/// The amounts of stored credits, in paise, by bank reference.
#[tracing::instrument(name = "SELECT bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn amounts(db: &mut PgConnection, utrs: &[String]) -> sqlx::Result<HashMap<String, i64>> {
    let rows = sqlx::query!(
        "SELECT utr, amount_paise FROM bank_credits WHERE utr = ANY($1)",
        utrs
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.utr, row.amount_paise)).collect())
}

/// Stores credits, each once. A credit that names an order waits for it.
#[tracing::instrument(name = "INSERT bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(db: &mut PgConnection, credits: &[StatementCredit], import_id: Uuid) -> sqlx::Result<()> {
    let all = || credits.iter();
    let ids: Vec<_> = all().map(|_| Uuid::now_v7()).collect();
    let utrs: Vec<_> = all().map(|credit| credit.utr.clone()).collect();
    let amounts: Vec<_> = all().map(|credit| credit.amount_paise).collect();
    let days: Vec<_> = all().map(|credit| credit.received_on).collect();
    let narrations: Vec<_> = all().map(|credit| credit.narration.clone()).collect();
    let numbers: Vec<_> = all().map(|credit| credit.order_number.clone()).collect();
    sqlx::query!(
        "INSERT INTO bank_credits (id, utr, amount_paise, received_on, narration, order_number, state, why, import_id)
         SELECT id, utr, amount_paise, received_on, narration, order_number,
           CASE WHEN order_number IS NULL THEN 'unmatched' ELSE 'waiting' END, CASE WHEN order_number IS NULL THEN $8 ELSE '' END, $7
         FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::date[], $5::text[], $6::text[])
           AS new (id, utr, amount_paise, received_on, narration, order_number)
         ON CONFLICT (utr) DO NOTHING",
        &ids,
        &utrs,
        &amounts,
        &days,
        &narrations,
        &numbers as &[Option<String>],
        import_id,
        NAMES_NONE
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The credits of an import that wait for their order.
#[tracing::instrument(name = "SELECT bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn waiting(db: &PgPool, import_id: Uuid, most: i64) -> sqlx::Result<Vec<Credit>> {
    let rows = sqlx::query_as!(
        CreditRow,
        "SELECT id, utr, amount_paise, received_on, narration, order_number, state, why, note, recorded_at
         FROM bank_credits WHERE import_id = $1 AND state = 'waiting' LIMIT $2",
        import_id,
        most
    );
    let rows = rows.fetch_all(db).await?;
    rows.into_iter().map(CreditRow::parse).collect()
}

/// The credit with this id.
#[tracing::instrument(name = "SELECT bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, id: Uuid) -> sqlx::Result<Option<Credit>> {
    let row = sqlx::query_as!(
        CreditRow,
        "SELECT id, utr, amount_paise, received_on, narration, order_number, state, why, note, recorded_at
         FROM bank_credits WHERE id = $1",
        id
    );
    let row = row.fetch_optional(db).await?;
    row.map(CreditRow::parse).transpose()
}

/// A page of waiting and unmatched credits, newest first, and the token of the next page (empty on the last).
#[tracing::instrument(name = "SELECT bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn list_unmatched(db: &PgPool, page: &Page) -> sqlx::Result<(Vec<Credit>, String)> {
    let rows = sqlx::query_as!(
        CreditRow,
        "SELECT id, utr, amount_paise, received_on, narration, order_number, state, why, note, recorded_at
         FROM bank_credits WHERE state IN ('waiting', 'unmatched') AND (recorded_at, id) < ($1, $2)
         ORDER BY recorded_at DESC, id DESC LIMIT $3",
        page.behind.at,
        page.behind.id,
        page.limit
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let credits: Vec<_> = rows.map(CreditRow::parse).collect::<sqlx::Result<_>>()?;
    let token = page.next(&credits, |credit| Cursor {
        at: credit.recorded_at,
        id: credit.id,
    });
    Ok((credits, token))
}

/// Stores that a credit paid an order. Returns false if it was matched before.
#[tracing::instrument(name = "UPDATE bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn match_with(
    db: &mut PgConnection,
    id: Uuid,
    (order_id, order_number): (Uuid, &str),
    (staff_id, note): (Option<Uuid>, &str),
) -> sqlx::Result<bool> {
    let matched = sqlx::query!(
        "UPDATE bank_credits SET state = 'matched', order_id = $2, order_number = $3, staff_id = $4, note = $5, why = '',
           changed_at = now()
         WHERE id = $1 AND state <> 'matched'",
        id,
        order_id,
        order_number,
        staff_id,
        note
    );
    Ok(matched.execute(db).await?.rows_affected() == 1)
}

/// Stores why the named order was not paid with a credit.
#[tracing::instrument(name = "UPDATE bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn leave_unmatched(db: &PgPool, id: Uuid, why: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE bank_credits SET state = 'unmatched', why = $2, changed_at = now() WHERE id = $1 AND state = 'waiting'",
        id,
        why
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Stores that a credit belongs to no order. Returns false if it was resolved before.
#[tracing::instrument(name = "UPDATE bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn mark_no_order(
    db: &PgPool,
    id: Uuid,
    (staff_id, note): (Option<Uuid>, &str),
) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "UPDATE bank_credits SET state = 'no_order', staff_id = $2, note = $3, changed_at = now()
         WHERE id = $1 AND state IN ('waiting', 'unmatched')",
        id,
        staff_id,
        note
    );
    Ok(set.execute(db).await?.rows_affected() == 1)
}

/// Empties narrations 90 days after their credits were resolved, because they may name the payer.
#[tracing::instrument(name = "UPDATE bank_credits", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn empty_old_narrations(db: &PgPool, most: i64) -> sqlx::Result<u64> {
    let emptied = sqlx::query!(
        "UPDATE bank_credits SET narration = ''
         WHERE id IN (
           SELECT id FROM bank_credits
           WHERE narration <> '' AND state IN ('matched', 'no_order') AND changed_at < now() - interval '90 days'
           ORDER BY changed_at LIMIT $1 FOR UPDATE SKIP LOCKED)",
        most
    );
    Ok(emptied.execute(db).await?.rows_affected())
}
