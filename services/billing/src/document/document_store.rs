//! The SQL of documents.

use sqlx::{PgConnection, PgExecutor, types::Json};
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use values::day_in_india;

use crate::{
    document::{facts::Facts, kind::DocumentKind, number},
    tax::rates::HsnRate,
};

/// A stored document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The id.
    pub id: Uuid,
    /// The order's id.
    pub order_id: Uuid,
    /// The printed content.
    pub facts: Facts,
}

/// The cause of a document. Each cause has one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentCause<'a> {
    /// "sale", "refund" or "reversal".
    pub kind: &'static str,
    /// The id of the cause.
    pub id: &'a str,
}

/// The number of a document in its series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesNumber {
    /// The calendar year in which the financial year begins.
    pub financial_year: i32,
    /// 0, the series after the last restore, or that of samples.
    pub series: i32,
    /// The serial number, from 1.
    pub serial: i32,
    /// When the document is issued.
    pub issued_at: OffsetDateTime,
}

/// A document to store.
#[derive(Debug)]
pub struct NewDocument<'a> {
    /// The document.
    pub document: &'a Document,
    /// The number in its series.
    pub series_number: SeriesNumber,
    /// The day of issue.
    pub issued_on: Date,
    /// The cause.
    pub cause: DocumentCause<'a>,
    /// The sale document that a credit note corrects.
    pub corrects: Option<Uuid>,
    /// SHA-256 of the PDF.
    pub file_sha256: &'a [u8],
    /// The PDF.
    pub pdf: &'a [u8],
}

struct DocumentRow {
    id: Uuid,
    order_id: Uuid,
    facts: Json<Facts>,
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        Self {
            id: row.id,
            order_id: row.order_id,
            facts: row.facts.0,
        }
    }
}

/// All tax rates.
#[tracing::instrument(name = "SELECT tax_rates", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn rates(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<HsnRate>> {
    sqlx::query_as!(
        HsnRate,
        r#"SELECT hsn, since, rate_basis_points::bigint AS "rate_basis_points!" FROM tax_rates"#
    )
    .fetch_all(db)
    .await
}

/// The document of a cause.
#[tracing::instrument(name = "SELECT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_cause(db: impl PgExecutor<'_>, cause: DocumentCause<'_>) -> sqlx::Result<Option<Document>> {
    let row = sqlx::query_as!(
        DocumentRow,
        r#"SELECT id, order_id, facts AS "facts: _" FROM documents WHERE cause = $1 AND cause_id = $2"#,
        cause.kind,
        cause.id
    );
    Ok(row.fetch_optional(db).await?.map(Document::from))
}

/// The current sale document of an order, which no other one replaces. A replacement has the replaced
/// document's id as its cause.
#[tracing::instrument(name = "SELECT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn sale(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<Option<Document>> {
    let row = sqlx::query_as!(
        DocumentRow,
        r#"SELECT id, order_id, facts AS "facts: _" FROM documents AS sale WHERE order_id = $1 AND cause = 'sale'
           AND NOT EXISTS (SELECT FROM documents AS later WHERE later.cause = 'sale' AND later.cause_id = sale.id::text)"#,
        order_id
    );
    Ok(row.fetch_optional(db).await?.map(Document::from))
}

/// The current sale documents of orders, in any order.
#[tracing::instrument(name = "SELECT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn sales(db: impl PgExecutor<'_>, order_ids: &[Uuid]) -> sqlx::Result<Vec<Document>> {
    let rows = sqlx::query_as!(
        DocumentRow,
        r#"SELECT id, order_id, facts AS "facts: _" FROM documents AS sale WHERE order_id = ANY($1) AND cause = 'sale'
           AND NOT EXISTS (SELECT FROM documents AS later WHERE later.cause = 'sale' AND later.cause_id = sale.id::text)"#,
        order_ids
    );
    Ok(rows
        .fetch_all(db)
        .await?
        .into_iter()
        .map(Document::from)
        .collect())
}

/// The credit note that reverses a sale's goods for this cause.
#[tracing::instrument(name = "SELECT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reversal(
    db: impl PgExecutor<'_>,
    sale: &Document,
    cause_id: &str,
) -> sqlx::Result<Option<Document>> {
    let row = sqlx::query_as!(
        DocumentRow,
        r#"SELECT id, order_id, facts AS "facts: _" FROM documents
           WHERE corrects = $1 AND cause = 'reversal' AND cause_id = $2"#,
        sale.id,
        cause_id
    );
    Ok(row.fetch_optional(db).await?.map(Document::from))
}

/// The credit notes of a sale document, oldest first.
#[tracing::instrument(name = "SELECT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn credits(db: impl PgExecutor<'_>, sale_id: Uuid) -> sqlx::Result<Vec<Document>> {
    let rows = sqlx::query_as!(
        DocumentRow,
        r#"SELECT id, order_id, facts AS "facts: _" FROM documents WHERE corrects = $1 ORDER BY issued_at, id"#,
        sale_id
    );
    Ok(rows
        .fetch_all(db)
        .await?
        .into_iter()
        .map(Document::from)
        .collect())
}

/// The documents of an order, oldest first.
#[tracing::instrument(name = "SELECT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_order(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<Vec<Document>> {
    let rows = sqlx::query_as!(
        DocumentRow,
        r#"SELECT id, order_id, facts AS "facts: _" FROM documents WHERE order_id = $1 ORDER BY issued_at, id LIMIT 200"#,
        order_id
    );
    Ok(rows
        .fetch_all(db)
        .await?
        .into_iter()
        .map(Document::from)
        .collect())
}

/// A document of an order, with its PDF.
#[tracing::instrument(name = "SELECT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn file(
    db: impl PgExecutor<'_>,
    order_id: Uuid,
    document_id: Uuid,
) -> sqlx::Result<Option<(Document, Vec<u8>)>> {
    let row = sqlx::query!(
        r#"SELECT id, order_id, facts AS "facts: Json<Facts>", pdf FROM documents
           JOIN document_files ON document_id = id WHERE id = $1 AND order_id = $2"#,
        document_id,
        order_id
    );
    let row = row.fetch_optional(db).await?;
    Ok(row.map(|row| {
        let document = Document {
            id: row.id,
            order_id: row.order_id,
            facts: row.facts.0,
        };
        (document, row.pdf)
    }))
}

/// Takes the next number of samples. Gaps are allowed.
#[tracing::instrument(name = "SELECT sample_numbers", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn next_sample_number(db: &mut PgConnection) -> sqlx::Result<SeriesNumber> {
    let next = sqlx::query!(
        r#"SELECT nextval('sample_numbers')::integer AS "serial!", clock_timestamp() AS "issued_at!""#
    );
    let next = next.fetch_one(db).await?;
    Ok(SeriesNumber {
        financial_year: number::financial_year(day_in_india(next.issued_at)),
        series: number::SAMPLES,
        serial: next.serial,
        issued_at: next.issued_at,
    })
}

/// Takes the next number for a document of this kind: among the samples, or in the series.
pub async fn take_number(
    db: &mut PgConnection,
    kind: DocumentKind,
    is_sample: bool,
) -> sqlx::Result<SeriesNumber> {
    if is_sample {
        next_sample_number(db).await
    } else {
        next_in_series(db, kind).await
    }
}

/// Takes the next number of a series. Locks the series until the transaction ends, so that there are no gaps.
#[tracing::instrument(name = "UPDATE number_series", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn next_in_series(db: &mut PgConnection, kind: DocumentKind) -> sqlx::Result<SeriesNumber> {
    let last = sqlx::query!(
        r#"SELECT financial_year, last_serial, series, nullif(current_setting('shop.restored_at', true), '')::timestamptz AS restored_at
           FROM number_series WHERE kind = $1 FOR UPDATE"#,
        kind.as_str()
    );
    let last = last.fetch_one(&mut *db).await?;
    // The time after the lock, so that times in a series have the order of its numbers.
    let mut issued_at = sqlx::query_scalar!(r#"SELECT clock_timestamp() AS "now!""#)
        .fetch_one(&mut *db)
        .await?;
    if number::financial_year(day_in_india(issued_at)) < last.financial_year {
        // If the clock was set back into the old financial year, keep the time of the last document.
        let of_last = sqlx::query_scalar!(
            "SELECT issued_at FROM documents WHERE kind = $1 AND financial_year = $2 AND series = $4 AND serial = $3",
            kind.as_str(),
            last.financial_year,
            last.last_serial,
            last.series
        );
        issued_at = of_last.fetch_optional(&mut *db).await?.unwrap_or(issued_at);
    }
    let (last_series, restored_at) = (last.series, last.restored_at);
    let last = (last.financial_year, last.last_serial);
    let (financial_year, serial) = number::next(last, day_in_india(issued_at));
    let series = number::series(restored_at, financial_year);
    let serial = if series == last_series { serial } else { 1 };
    sqlx::query!(
        "UPDATE number_series SET financial_year = $2, last_serial = $3, series = $4 WHERE kind = $1",
        kind.as_str(),
        financial_year,
        serial,
        series
    )
    .execute(db)
    .await?;
    Ok(SeriesNumber {
        financial_year,
        series,
        serial,
        issued_at,
    })
}

/// Stores a document with its PDF.
#[tracing::instrument(name = "INSERT documents", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(db: &mut PgConnection, new: &NewDocument<'_>) -> sqlx::Result<()> {
    let (document, facts) = (new.document, &new.document.facts);
    sqlx::query!(
        "INSERT INTO documents (id, kind, financial_year, serial, number, order_id, order_number, issued_on, issued_at, cause,
           cause_id, corrects, total_paise, facts, file_sha256, series)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        document.id,
        facts.kind.as_str(),
        new.series_number.financial_year,
        new.series_number.serial,
        facts.number,
        document.order_id,
        facts.order_number,
        new.issued_on,
        new.series_number.issued_at,
        new.cause.kind,
        new.cause.id,
        new.corrects,
        facts.total_paise(),
        Json(facts) as _,
        new.file_sha256,
        new.series_number.series
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO document_files (document_id, pdf) VALUES ($1, $2)",
        document.id,
        new.pdf
    )
    .execute(db)
    .await?;
    Ok(())
}
