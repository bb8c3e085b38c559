//! The events about accounts.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v2::{AccountDeleted, DataRequested};
use time::OffsetDateTime;
use uuid::Uuid;

/// The stream of every event about accounts, for the services that keep personal data.
pub const STREAM: StreamConfig = data_rights::STREAM;

/// The service's part in a reconciliation. Its rows are deleted once every service has handled their events.
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
    account_event(data_rights::DATA_REQUESTED, request_id, at, event.encode_to_vec())
}

/// "An account was deleted". A subscriber asks this service for the account's address.
pub(crate) fn account_deleted(account_id: Uuid, at: OffsetDateTime) -> Event {
    let event = AccountDeleted {
        account_id: account_id.to_string(),
    };
    account_event(data_rights::DELETED, account_id, at, event.encode_to_vec())
}

/// An event about a data request or an account, which has no other event of its kind.
fn account_event(subject: &'static str, id: Uuid, occurred_at: OffsetDateTime, payload: Vec<u8>) -> Event {
    Event {
        id: Uuid::now_v7(),
        subject,
        aggregate: Aggregate { id, version: 1 },
        occurred_at,
        payload,
    }
}
