//! The events about accounts.

use outbox::{Aggregate, Event, Publisher, StreamConfig};
use prost::Message as _;
use proto::event::v1::{AccountDeleted, DataRequested};
use time::OffsetDateTime;
use uuid::Uuid;

/// The stream of account events, for the services that store personal data.
pub const STREAM: StreamConfig = data_rights::STREAM;

/// The tables that a reconciliation compares with the stream. There is no source table, because rows are
/// deleted once every service has handled their events.
pub const PUBLISHER: Publisher = Publisher {
    service: "identity",
    stream: STREAM,
    source: None,
};

/// The event for a data request by a shopper.
pub(crate) fn data_requested(request_id: Uuid, account_id: Uuid, at: OffsetDateTime) -> Event {
    let event = DataRequested {
        request_id: request_id.to_string(),
        account_id: account_id.to_string(),
    };
    account_event(data_rights::DATA_REQUESTED, request_id, at, event.encode_to_vec())
}

/// The event for a deleted account. Subscribers fetch the account's address from this service.
pub(crate) fn account_deleted(account_id: Uuid, at: OffsetDateTime) -> Event {
    let event = AccountDeleted {
        account_id: account_id.to_string(),
    };
    account_event(data_rights::DELETED, account_id, at, event.encode_to_vec())
}

/// An event about a data request or an account. Each has only one event of its kind, so the version is 1.
fn account_event(subject: &'static str, id: Uuid, occurred_at: OffsetDateTime, payload: Vec<u8>) -> Event {
    Event {
        id: Uuid::now_v7(),
        subject,
        aggregate: Aggregate { id, version: 1 },
        occurred_at,
        payload,
    }
}
