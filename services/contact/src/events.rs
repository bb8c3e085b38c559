//! The events about messages.

use outbox::{Aggregate, Event, StreamConfig};
use prost::Message as _;
use proto::event::v2::ContactReceived;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::message::Message;

/// The stream of every event about messages to the shop.
pub const STREAM: StreamConfig = StreamConfig {
    name: "CONTACT",
    subjects: &["shop.contact.>"],
};

/// The subject of the event that tells of a new message.
pub const RECEIVED: &str = "shop.contact.received.v2";

/// "Somebody wrote to the shop". A subscriber asks this service who wrote what.
pub fn contact_received(id: Uuid, message: &Message, received_at: OffsetDateTime) -> Event {
    let event = ContactReceived {
        message_id: id.to_string(),
        subject: message.subject.as_str().to_owned(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: RECEIVED,
        // A message never changes.
        aggregate: Aggregate { id, version: 1 },
        occurred_at: received_at,
        payload: event.encode_to_vec(),
    }
}
