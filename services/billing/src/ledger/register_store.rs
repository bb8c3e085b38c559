//! The SQL of the sales register.

use sqlx::{PgConnection, PgExecutor};
use time::Date;
use uuid::Uuid;

use crate::{
    document::document_store::Document,
    ledger::{
        page_request::{DayRange, PageCursor},
        register::{LARGE_ABOVE_PAISE, RegisterRow},
    },
    tax::{split::Supply, states::State},
};

/// Limit of a month's large sales, to bound the answer.
const MOST_LARGE: i64 = 10_000;

/// A stored row of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredSale {
    /// The document's id.
    pub document_id: Uuid,
    /// The row of the document.
    pub place: i32,
    /// The document's number.
    pub number: String,
    /// The kind of the document.
    pub kind: String,
    /// The day in India.
    pub issued_on: Date,
    /// The order's number.
    pub order_number: String,
    /// Such as 24-Gujarat.
    pub place_of_supply: String,
    /// The HSN code.
    pub hsn: String,
    /// The rate, in hundredths of a percent.
    pub rate_basis_points: i32,
    /// The number of packs.
    pub quantity: i64,
    /// The taxable value, in paise.
    pub taxable_paise: i64,
    /// In paise.
    pub cgst_paise: i64,
    /// In paise.
    pub sgst_paise: i64,
    /// In paise.
    pub igst_paise: i64,
    /// The number of the document that a credit note corrects.
    pub corrects: String,
}

/// The sums of sales to a state at a rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateRateTotal {
    /// Such as 24-Gujarat.
    pub place_of_supply: String,
    /// The rate, in hundredths of a percent.
    pub rate_basis_points: i32,
    /// The taxable value, in paise.
    pub taxable_paise: i64,
    /// In paise.
    pub cgst_paise: i64,
    /// In paise.
    pub sgst_paise: i64,
    /// In paise.
    pub igst_paise: i64,
}

/// The sums of sales by HSN code and rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HsnTotal {
    /// The HSN code.
    pub hsn: String,
    /// The rate, in hundredths of a percent.
    pub rate_basis_points: i32,
    /// The number of packs.
    pub quantity: i64,
    /// The taxable value, in paise.
    pub taxable_paise: i64,
    /// In paise.
    pub cgst_paise: i64,
    /// In paise.
    pub sgst_paise: i64,
    /// In paise.
    pub igst_paise: i64,
}

/// Stores the rows of a document. `sale_paise` is the total of the sale, also for its credit notes.
#[tracing::instrument(name = "INSERT sales_register", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(
    db: &mut PgConnection,
    document: &Document,
    issued_on: Date,
    sale_paise: i64,
    rows: &[RegisterRow],
) -> sqlx::Result<()> {
    let facts = &document.facts;
    let place_of_supply = facts.place_of_supply.as_ref().map(State::place_of_supply);
    let corrects = facts.corrects.as_ref().map_or("", |corrected| &corrected.number);
    for (place, row) in (0_i32..).zip(rows) {
        let rate = i32::try_from(row.rate_basis_points).map_err(|error| sqlx::Error::Encode(error.into()))?;
        sqlx::query!(
            "INSERT INTO sales_register (document_id, place, number, kind, issued_on, order_number, place_of_supply,
               is_between_states, sale_paise, hsn, rate_basis_points, quantity, taxable_paise, cgst_paise, sgst_paise, igst_paise,
               corrects)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
            document.id,
            place,
            facts.number,
            facts.kind.as_str(),
            issued_on,
            facts.order_number,
            place_of_supply.as_deref().unwrap_or_default(),
            facts.supply == Supply::BetweenStates,
            sale_paise,
            row.hsn,
            rate,
            row.quantity,
            row.taxes.taxable_paise,
            row.taxes.cgst_paise,
            row.taxes.sgst_paise,
            row.taxes.igst_paise,
            corrects
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Rows after a place, up to a day, oldest first.
#[tracing::instrument(name = "SELECT sales_register", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn rows(
    db: impl PgExecutor<'_>,
    until: Date,
    behind: PageCursor,
    limit: i64,
) -> sqlx::Result<Vec<RegisteredSale>> {
    sqlx::query_as!(
        RegisteredSale,
        "SELECT document_id, place, number, kind, issued_on, order_number, place_of_supply, hsn, rate_basis_points, quantity,
           taxable_paise, cgst_paise, sgst_paise, igst_paise, corrects
         FROM sales_register WHERE (issued_on, document_id, place) > ($1, $2, $3) AND issued_on <= $4
         ORDER BY issued_on, document_id, place LIMIT $5",
        behind.day,
        behind.id,
        behind.row,
        until,
        limit
    )
    .fetch_all(db)
    .await
}

/// Large sales to other states and their credit notes, oldest first.
#[tracing::instrument(name = "SELECT sales_register", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn large(db: impl PgExecutor<'_>, days: DayRange) -> sqlx::Result<Vec<RegisteredSale>> {
    sqlx::query_as!(
        RegisteredSale,
        "SELECT document_id, place, number, kind, issued_on, order_number, place_of_supply, hsn, rate_basis_points, quantity,
           taxable_paise, cgst_paise, sgst_paise, igst_paise, corrects
         FROM sales_register WHERE issued_on BETWEEN $1 AND $2 AND is_between_states AND sale_paise > $3
         ORDER BY issued_on, document_id, place LIMIT $4",
        days.first,
        days.last,
        LARGE_ABOVE_PAISE,
        MOST_LARGE
    )
    .fetch_all(db)
    .await
}

/// All other sales by state and rate, less credit notes.
#[tracing::instrument(name = "SELECT sales_register", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn small(db: impl PgExecutor<'_>, days: DayRange) -> sqlx::Result<Vec<StateRateTotal>> {
    sqlx::query_as!(
        StateRateTotal,
        r#"SELECT place_of_supply, rate_basis_points, sum(taxable_paise)::bigint AS "taxable_paise!",
             sum(cgst_paise)::bigint AS "cgst_paise!", sum(sgst_paise)::bigint AS "sgst_paise!", sum(igst_paise)::bigint AS "igst_paise!"
           FROM sales_register WHERE issued_on BETWEEN $1 AND $2 AND NOT (is_between_states AND sale_paise > $3)
           GROUP BY place_of_supply, rate_basis_points ORDER BY place_of_supply, rate_basis_points"#,
        days.first,
        days.last,
        LARGE_ABOVE_PAISE
    )
    .fetch_all(db)
    .await
}

/// All sales by HSN code and rate, less credit notes.
#[tracing::instrument(name = "SELECT sales_register", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_hsn(db: impl PgExecutor<'_>, days: DayRange) -> sqlx::Result<Vec<HsnTotal>> {
    sqlx::query_as!(
        HsnTotal,
        r#"SELECT hsn, rate_basis_points, sum(quantity)::bigint AS "quantity!", sum(taxable_paise)::bigint AS "taxable_paise!",
             sum(cgst_paise)::bigint AS "cgst_paise!", sum(sgst_paise)::bigint AS "sgst_paise!", sum(igst_paise)::bigint AS "igst_paise!"
           FROM sales_register WHERE issued_on BETWEEN $1 AND $2
           GROUP BY hsn, rate_basis_points ORDER BY hsn, rate_basis_points"#,
        days.first,
        days.last
    )
    .fetch_all(db)
    .await
}
