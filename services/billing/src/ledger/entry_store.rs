//! The SQL of ledger entries.

use std::collections::BTreeSet;

use outbox::Failure;
use sqlx::{PgConnection, PgExecutor};
use time::Date;
use uuid::Uuid;

use crate::ledger::{booking::Booking, page_request::PageCursor};

/// Why a booking failed.
#[derive(Debug, thiserror::Error)]
pub enum BookingError {
    /// The cause is already booked with other accounts or amounts. Nothing is changed.
    #[error("the {cause} {cause_id} was booked as something else")]
    Conflict {
        /// The kind of the cause.
        cause: &'static str,
        /// The id of the cause.
        cause_id: Uuid,
    },
    /// The database failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<BookingError> for Failure {
    fn from(error: BookingError) -> Self {
        match error {
            BookingError::Conflict { .. } => Self::Poison(error.to_string()),
            BookingError::Database(error) => Self::Database(error),
        }
    }
}

/// A stored entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// The id.
    pub id: Uuid,
    /// The day in India.
    pub booked_on: Date,
    /// The debited account.
    pub debit_account: String,
    /// The credited account.
    pub credit_account: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The kind of the cause.
    pub cause: String,
    /// The id of the cause.
    pub cause_id: String,
    /// The order number.
    pub order_number: String,
    /// The reason of a correction. Empty for other entries.
    pub reason: String,
}

/// An entry for comparison: part, debited and credited account, amount.
type EntryKey = (String, (String, String), i64);

/// The balance of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The account's name.
    pub account: String,
    /// The sum of debits, in paise.
    pub debit_paise: i64,
    /// The sum of credits, in paise.
    pub credit_paise: i64,
}

/// Writes all entries of a booking. Fails if existing entries differ.
pub async fn book(db: &mut PgConnection, booking: &Booking) -> Result<(), BookingError> {
    insert(db, booking).await?;
    let known = of_cause(db, booking).await?;
    let expected: BTreeSet<EntryKey> = booking
        .entries
        .iter()
        .map(|entry| {
            let accounts = (entry.debit.to_string(), entry.credit.to_string());
            (entry.part.clone(), accounts, entry.amount_paise)
        })
        .collect();
    if known == expected {
        return Ok(());
    }
    metrics::counter!("billing_ledger_conflicts_total").increment(1);
    let cause = booking.cause.as_str();
    tracing::error!(cause, cause_id = %booking.cause_id, "this was booked as something else before");
    Err(BookingError::Conflict {
        cause,
        cause_id: booking.cause_id,
    })
}

/// Inserts the entries. Waits for a concurrent booking of the same cause to end.
#[tracing::instrument(name = "INSERT ledger_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn insert(db: &mut PgConnection, booking: &Booking) -> sqlx::Result<()> {
    let entries = &booking.entries;
    let ids: Vec<_> = entries.iter().map(|entry| booking.id(entry)).collect();
    let debits: Vec<_> = entries.iter().map(|entry| entry.debit.to_string()).collect();
    let credits: Vec<_> = entries.iter().map(|entry| entry.credit.to_string()).collect();
    let amounts: Vec<_> = entries.iter().map(|entry| entry.amount_paise).collect();
    let parts: Vec<_> = entries.iter().map(|entry| entry.part.clone()).collect();
    sqlx::query!(
        "INSERT INTO ledger_entries (id, booked_on, debit_account, credit_account, amount_paise, cause, cause_id, part, order_number)
         SELECT id, $1, debit, credit, paise, $2, $3, part, $4
         FROM unnest($5::uuid[], $6::text[], $7::text[], $8::bigint[], $9::text[]) AS entry (id, debit, credit, paise, part)
         ON CONFLICT DO NOTHING",
        booking.booked_on,
        booking.cause.as_str(),
        booking.cause_id.to_string(),
        booking.order_number,
        &ids,
        &debits,
        &credits,
        &amounts,
        &parts
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The existing entries of the same step and cause.
#[tracing::instrument(name = "SELECT ledger_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn of_cause(db: &mut PgConnection, booking: &Booking) -> sqlx::Result<BTreeSet<EntryKey>> {
    let rows = sqlx::query!(
        "SELECT part, debit_account, credit_account, amount_paise FROM ledger_entries WHERE cause = $1 AND cause_id = $2",
        booking.cause.as_str(),
        booking.cause_id.to_string()
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows
        .filter(|row| booking.has(&row.part))
        .map(|row| {
            (
                row.part,
                (row.debit_account, row.credit_account),
                row.amount_paise,
            )
        })
        .collect())
}

/// The balance of each account at the end of a day.
#[tracing::instrument(name = "SELECT ledger_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn balances(db: impl PgExecutor<'_>, until: Date) -> sqlx::Result<Vec<Balance>> {
    sqlx::query_as!(
        Balance,
        r#"SELECT account AS "account!", sum(debit)::bigint AS "debit_paise!", sum(credit)::bigint AS "credit_paise!"
           FROM (SELECT debit_account AS account, amount_paise AS debit, 0 AS credit FROM ledger_entries WHERE booked_on <= $1
                 UNION ALL
                 SELECT credit_account, 0, amount_paise FROM ledger_entries WHERE booked_on <= $1) AS side
           GROUP BY account ORDER BY account"#,
        until
    )
    .fetch_all(db)
    .await
}

/// Entries after a place, up to a day, oldest day first.
#[tracing::instrument(name = "SELECT ledger_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn entries(
    db: impl PgExecutor<'_>,
    until: Date,
    behind: PageCursor,
    limit: i64,
) -> sqlx::Result<Vec<StoredEntry>> {
    sqlx::query_as!(
        StoredEntry,
        r#"SELECT entry.id, booked_on, debit_account, credit_account, amount_paise, cause, cause_id, order_number,
             coalesce(reason, '') AS "reason!"
           FROM ledger_entries AS entry LEFT JOIN corrections ON entry_id = entry.id
           WHERE (booked_on, entry.id) > ($1, $2) AND booked_on <= $3 ORDER BY booked_on, entry.id LIMIT $4"#,
        behind.day,
        behind.id,
        until,
        limit
    )
    .fetch_all(db)
    .await
}

/// The entry with this id.
#[tracing::instrument(name = "SELECT ledger_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<StoredEntry>> {
    sqlx::query_as!(
        StoredEntry,
        r#"SELECT entry.id, booked_on, debit_account, credit_account, amount_paise, cause, cause_id, order_number,
             coalesce(reason, '') AS "reason!"
           FROM ledger_entries AS entry LEFT JOIN corrections ON entry_id = entry.id WHERE entry.id = $1"#,
        id
    )
    .fetch_optional(db)
    .await
}
