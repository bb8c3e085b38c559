//! The events about messages.

use outbox::{Aggregate, Event, StreamConfig};
use prost::Message as _;
use proto::event::v1::{ContactAnswered, ContactReceived};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::message::Message;

/// The stream of all contact events.
pub const STREAM: StreamConfig = StreamConfig {
    name: "CONTACT",
    subjects: &["shop.contact.>"],
};

/// The subject of the event for a new message.
pub const RECEIVED: &str = "shop.contact.received.v1";

/// The subject of the event for an answer.
const ANSWERED: &str = "shop.contact.answered.v1";

/// The event for a new message. Subscribers fetch the sender and the text from this service.
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

/// The event for an answer. Subscribers fetch the recipient and the text from this service.
pub fn contact_answered(message_id: Uuid, answer_id: Uuid, answered_at: OffsetDateTime) -> Event {
    let event = ContactAnswered {
        message_id: message_id.to_string(),
        answer_id: answer_id.to_string(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: ANSWERED,
        // An answer never changes.
        aggregate: Aggregate {
            id: answer_id,
            version: 1,
        },
        occurred_at: answered_at,
        payload: event.encode_to_vec(),
    }
}
