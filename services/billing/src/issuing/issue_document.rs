//! Issues one document: numbers, draws, stores, books and publishes it.

use outbox::Failure;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;
use values::day_in_india;

use crate::{
    document::{
        document_store::{self, Document, DocumentCause, NewDocument},
        facts::{Facts, iso},
        kind::DocumentKind,
        number,
    },
    events,
    issuing::credit_note::{CreditSubject, credit},
    ledger::{self, account::Method},
    pdf,
};

/// The cause of a sale document.
pub const SALE: &str = "sale";

/// Issues a credit note of a sale. `None` if nothing is left to credit.
pub async fn issue_credit(
    db: &mut PgConnection,
    (sale, method): (&Document, Method),
    what: &CreditSubject,
    cause: DocumentCause<'_>,
) -> Result<Option<Document>, Failure> {
    let earlier = document_store::credits(&mut *db, sale.id).await?;
    let earlier: Vec<_> = earlier.into_iter().map(|note| note.facts).collect();
    let Some(facts) = credit(&sale.facts, &earlier, what) else {
        return Ok(None);
    };
    let series_number =
        document_store::take_number(db, DocumentKind::CreditNote, facts.seller.is_sample).await?;
    let request = DocumentRequest {
        order_id: sale.order_id,
        cause,
        corrects: Some(sale.id),
        sale_paise: Some(sale.facts.total_paise()),
        method,
    };
    issue(db, request, facts, series_number).await.map(Some)
}

/// The subject and the cause of a new document.
#[derive(Debug)]
pub struct DocumentRequest<'a> {
    /// The order.
    pub order_id: Uuid,
    /// The cause.
    pub cause: DocumentCause<'a>,
    /// The sale document that a credit note corrects.
    pub corrects: Option<Uuid>,
    /// The total of that sale document, in paise. `None` for a sale.
    pub sale_paise: Option<i64>,
    /// The order's payment method at checkout.
    pub method: Method,
}

/// Numbers, dates, draws, stores, books and publishes a document. Samples are not booked.
pub async fn issue(
    db: &mut PgConnection,
    request: DocumentRequest<'_>,
    mut facts: Facts,
    series_number: document_store::SeriesNumber,
) -> Result<Document, Failure> {
    let issued_on = day_in_india(series_number.issued_at);
    facts.issued_on = iso(issued_on);
    facts.number = number::formatted(
        facts.kind,
        series_number.financial_year,
        series_number.series,
        series_number.serial,
    );
    let (facts, pdf) = draw(facts).await?;
    let document = Document {
        id: Uuid::now_v7(),
        order_id: request.order_id,
        facts,
    };
    let new_document = NewDocument {
        document: &document,
        series_number,
        issued_on,
        cause: request.cause,
        corrects: request.corrects,
        file_sha256: &Sha256::digest(&pdf),
        pdf: &pdf,
    };
    document_store::add(db, &new_document).await?;
    if !document.facts.seller.is_sample {
        let sale_paise = request.sale_paise.unwrap_or_else(|| document.facts.total_paise());
        ledger::book(db, &document, request.method, issued_on, sale_paise).await?;
    }
    outbox::write(db, events::document_issued(&document, series_number.issued_at)).await?;
    Ok(document)
}

/// Draws the PDF outside the async threads, because it takes milliseconds of CPU time.
async fn draw(facts: Facts) -> Result<(Facts, Vec<u8>), Failure> {
    let drawn = tokio::task::spawn_blocking(move || pdf::render(&facts).map(|pdf| (facts, pdf)));
    let drawn = drawn.await.map_err(|error| Failure::Retry(error.into()))?;
    drawn.map_err(|error| Failure::Retry(error.into()))
}
