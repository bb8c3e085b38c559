//! Replaces sale documents: after a lost parcel is delivered, or if the place of supply was wrong.
//!
//! Issued documents never change. A credit note reverses the sale document, and a new one replaces it, with
//! the old one as its cause. So the documents of an order add up, and each tax goes to the right state.

use outbox::Failure;
use sqlx::PgConnection;

use crate::{
    document::{
        document_store::{self, Document, DocumentCause},
        facts::Facts,
    },
    issuing::{
        credit_note::CreditSubject,
        issue_document::{self, DocumentRequest, SALE, issue_credit},
        sale,
        sold_order::{ShippingProgress, SoldOrder},
    },
    tax::states::State,
};

/// The current sale document of an order, replaced first if necessary. `place` is the state of the order's
/// address, or `None` if it has not changed.
pub async fn replace_if_needed(
    db: &mut PgConnection,
    order: &SoldOrder,
    mut sale: Document,
    place: Option<State>,
) -> Result<Document, Failure> {
    if order.progress == ShippingProgress::FoundLater
        && let Some(note) = document_store::reversal(&mut *db, &sale, &order.order_id.to_string()).await?
    {
        let place = sale.facts.place_of_supply.clone();
        sale = issue_again(db, order, (&sale, &note.facts), place).await?;
    }
    // A seller who charges no tax has no place of supply to correct.
    if place.is_some() && place != sale.facts.place_of_supply && !sale.facts.seller.gstin.is_empty() {
        let cause_id = format!("{}:place", sale.id);
        let cause = DocumentCause {
            kind: "reversal",
            id: &cause_id,
        };
        if let Some(note) = issue_credit(db, (&sale, order.method), &CreditSubject::Replaced, cause).await? {
            sale = issue_again(db, order, (&sale, &note.facts), place).await?;
        }
    }
    Ok(sale)
}

async fn issue_again(
    db: &mut PgConnection,
    order: &SoldOrder,
    (old, note): (&Document, &Facts),
    place: Option<State>,
) -> Result<Document, Failure> {
    let facts = sale::reissue(&old.facts, note, order, place);
    let series_number = document_store::take_number(db, facts.kind, facts.seller.is_sample).await?;
    let replaces = old.id.to_string();
    let request = DocumentRequest {
        order_id: order.order_id,
        cause: DocumentCause {
            kind: SALE,
            id: &replaces,
        },
        corrects: None,
        sale_paise: None,
        method: order.method,
    };
    issue_document::issue(db, request, facts, series_number).await
}
