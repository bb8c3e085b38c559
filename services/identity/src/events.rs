//! What the world is told about accounts.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v2::{AccountDeleted, DataRequested};
use time::OffsetDateTime;
use uuid::Uuid;

/// Every event about accounts, kept for whoever keeps personal data.
pub const STREAM: StreamConfig = data_rights::STREAM;

/// The service's part in a reconciliation. What its events are about is gone once everybody has heard of it.
pub const PUBLISHER: Publisher = Publisher {
    service: "identity",
    stream: STREAM,
    source: None,
};

/// "A shopper asked for their data".
pub(crate) fn data_requested(request_id: Uuid, account_id: Uuid, at: OffsetDateTime) -> Event {
    let event = DataRequested {
        request_id: request_id.to_string(),
        account_id: account_id.to_string(),
    };
    told(data_rights::DATA_REQUESTED, request_id, at, event.encode_to_vec())
}

/// "An account was deleted". Whose it was is asked of this service.
pub(crate) fn account_deleted(account_id: Uuid, at: OffsetDateTime) -> Event {
    let event = AccountDeleted {
        account_id: account_id.to_string(),
    };
    told(data_rights::DELETED, account_id, at, event.encode_to_vec())
}

/// Each happens once to what it is about.
fn told(subject: &'static str, id: Uuid, occurred_at: OffsetDateTime, payload: Vec<u8>) -> Event {
    Event {
        id: Uuid::now_v7(),
        subject,
        aggregate: Aggregate { id, version: 1 },
        occurred_at,
        payload,
    }
}
