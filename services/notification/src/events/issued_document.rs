//! The invoice or bill of supply of an order that left, to go along with the mail about it.

use std::time::Duration;

use mail::Attachment;
use outbox::{Delivery, Failure};
use prost::Message as _;
use proto::{billing::v1::DocumentKind, event::v2::OrderMoved};

use crate::{
    content::order::{Attached, AttachedKind},
    events::owners::Owners,
};

/// The pause before a document that is not issued yet is asked for again.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// A document that goes along with a mail.
#[derive(Debug)]
pub(crate) struct IssuedDocument {
    /// As the mail names it.
    pub(crate) attached: Attached,
    pub(crate) file: Attachment,
}

/// The document that was issued for an order's sale. It is waited for as long after the event as `patience` says: billing may be away, or
/// a rate unknown, and a shopper wants to hear that the parcel left. Then the mail goes without it.
pub(crate) async fn fetch(
    delivery: &Delivery,
    owners: &Owners,
    patience: Duration,
) -> Result<Option<IssuedDocument>, Failure> {
    let event = OrderMoved::decode(delivery.payload.as_ref())
        .map_err(|error| Failure::Poison(format!("this is no OrderMoved: {error}")))?;
    match of_sale(owners, &event.order_id).await {
        Ok(Some(document)) => return Ok(Some(document)),
        Ok(None) => {}
        Err(status) => tracing::warn!(%status, "billing does not say which documents an order has"),
    }
    if delivery.age().is_some_and(|age| age < patience) {
        return Err(Failure::Postponed(ASK_AGAIN_AFTER.min(patience)));
    }
    tracing::warn!("a mail about a parcel goes without its document");
    Ok(None)
}

async fn of_sale(owners: &Owners, order_id: &str) -> Result<Option<IssuedDocument>, tonic::Status> {
    let documents = owners.documents(order_id.to_owned()).await?;
    let sale = documents.into_iter().find_map(|document| {
        let kind = match document.kind() {
            DocumentKind::Invoice => AttachedKind::Invoice,
            DocumentKind::BillOfSupply => AttachedKind::BillOfSupply,
            DocumentKind::CreditNote | DocumentKind::Unspecified => return None,
        };
        Some((kind, document))
    });
    let Some((kind, sale)) = sale else {
        return Ok(None);
    };
    let pdf = owners
        .document_file(order_id.to_owned(), sale.document_id)
        .await?;
    // Numbers have letters, digits, hyphens and slashes.
    let name = format!("{}.pdf", sale.number.replace('/', "-"));
    let attached = Attached {
        kind,
        number: sale.number,
    };
    Ok(Some(IssuedDocument {
        attached,
        file: Attachment { name, pdf },
    }))
}
