//! Documents of orders that are attached to mails.

use std::time::Duration;

use mail::Attachment;
use outbox::{Delivery, Failure};
use prost::Message as _;
use proto::{
    billing::v1::{Document, DocumentKind, GetDocumentFileRequest, ListOrderDocumentsRequest},
    event::v1::{DocumentIssued, OrderStatusChanged},
};

use crate::{
    content::order::{AttachedDocument, AttachmentKind},
    events::peer_services::PeerServices,
};

/// The delay before a missing document is requested again.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// A document attached to a mail.
#[derive(Debug)]
pub(crate) struct IssuedDocument {
    /// The document as the mail names it.
    pub(crate) attached: AttachedDocument,
    pub(crate) file: Attachment,
}

/// Fetches the sale document of an order. Waits for it until the event is older than `patience`, because
/// billing may be unavailable or a tax rate unknown. Then the mail goes without it, because the shopper waits
/// for news of the parcel.
pub(crate) async fn for_parcel(
    delivery: &Delivery,
    peers: &PeerServices,
    patience: Duration,
) -> Result<Option<IssuedDocument>, Failure> {
    let event = OrderStatusChanged::decode(delivery.payload.as_ref())
        .map_err(|error| Failure::Poison(format!("this is no OrderStatusChanged: {error}")))?;
    match sale_document(peers, &event.order_id).await {
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

/// Fetches the document of an event: a credit note, or the replacement of a sale document. `None` for the
/// order's first sale document, which is attached to the parcel's mail.
pub(crate) async fn issued(
    delivery: &Delivery,
    peers: &PeerServices,
) -> Result<Option<IssuedDocument>, Failure> {
    let event = parse(&delivery.payload)?;
    let fetched = of_id(peers, &event).await;
    fetched.map_err(|status| {
        tracing::warn!(%status, "a mail waits for the document that it brings");
        Failure::Postponed(ASK_AGAIN_AFTER)
    })
}

/// Parses the event.
pub(crate) fn parse(event: &[u8]) -> Result<DocumentIssued, Failure> {
    DocumentIssued::decode(event)
        .map_err(|error| Failure::Poison(format!("this is no DocumentIssued: {error}")))
}

async fn of_id(
    peers: &PeerServices,
    event: &DocumentIssued,
) -> Result<Option<IssuedDocument>, tonic::Status> {
    let request = ListOrderDocumentsRequest {
        order_id: event.order_id.clone(),
    };
    let documents = peers.documents.call(request).await?.documents;
    let is_first = |document: &Document| {
        let mut sales = documents
            .iter()
            .filter(|other| other.kind() != DocumentKind::CreditNote);
        sales
            .next()
            .is_some_and(|first| first.document_id == document.document_id)
    };
    let document = documents
        .iter()
        .find(|document| document.document_id == event.document_id);
    match document {
        Some(document) if !is_first(document) => with_file(peers, document.clone()).await,
        _ => Ok(None),
    }
}

async fn sale_document(
    peers: &PeerServices,
    order_id: &str,
) -> Result<Option<IssuedDocument>, tonic::Status> {
    let request = ListOrderDocumentsRequest {
        order_id: order_id.to_owned(),
    };
    let answer = peers.documents.call(request).await?;
    let sale = answer.documents.into_iter().find(|document| {
        matches!(
            document.kind(),
            DocumentKind::Invoice | DocumentKind::BillOfSupply
        )
    });
    match sale {
        Some(sale) => with_file(peers, sale).await,
        None => Ok(None),
    }
}

/// Fetches the file of a document. `None` for a kind that this release does not know.
async fn with_file(
    peers: &PeerServices,
    document: Document,
) -> Result<Option<IssuedDocument>, tonic::Status> {
    let kind = match document.kind() {
        DocumentKind::Invoice => AttachmentKind::Invoice,
        DocumentKind::BillOfSupply => AttachmentKind::BillOfSupply,
        DocumentKind::CreditNote => AttachmentKind::CreditNote,
        DocumentKind::Unspecified => return Ok(None),
    };
    let request = GetDocumentFileRequest {
        order_id: document.order_id,
        document_id: document.document_id,
    };
    let pdf = peers.documents.call(request).await?.pdf;
    // Document numbers consist of letters, digits, hyphens and slashes.
    let name = format!("{}.pdf", document.number.replace('/', "-"));
    let attached = AttachedDocument {
        kind,
        number: document.number,
        total_paise: document.total_paise,
        corrects: document.corrects,
    };
    Ok(Some(IssuedDocument {
        attached,
        file: Attachment { name, pdf },
    }))
}
