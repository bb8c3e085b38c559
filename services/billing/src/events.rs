//! The events about documents.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v1::DocumentIssued;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::document::document_store::Document;

/// The stream of every event about documents.
pub const STREAM: StreamConfig = StreamConfig {
    name: "BILLING",
    subjects: &["shop.billing.>"],
};

/// The subject of `DocumentIssued`.
pub const ISSUED: &str = "shop.billing.issued.v1";

/// `DocumentIssued`: a document was issued. Consumers ask this service for its content.
pub(crate) fn document_issued(document: &Document, issued_at: OffsetDateTime) -> Event {
    let event = DocumentIssued {
        document_id: document.id.to_string(),
        order_id: document.order_id.to_string(),
        order_number: document.facts.order_number.clone(),
        kind: document.facts.kind.as_str().to_owned(),
        number: document.facts.number.clone(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: ISSUED,
        aggregate: Aggregate {
            id: document.id,
            version: 1,
        },
        occurred_at: issued_at,
        payload: event.encode_to_vec(),
    }
}

/// The service's part in event reconciliation.
pub(crate) const PUBLISHER: Publisher = Publisher {
    service: "billing",
    stream: STREAM,
    source: None,
};
