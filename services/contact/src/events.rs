//! What the world is told about messages.

use outbox::{Event, StreamConfig};
use prost::Message as _;
use proto::event::v1::ContactReceived;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use crate::message::Message;

/// Every event about messages to the shop, kept for whoever listens.
pub const STREAM: StreamConfig = StreamConfig {
    name: "CONTACT",
    subjects: &["shop.contact.>"],
};

/// "Somebody wrote to the shop": tells everything that an answer needs, so that nobody must ask back.
pub fn contact_received(id: Uuid, message: &Message, received_at: OffsetDateTime) -> Event {
    let event = ContactReceived {
        message_id: id.to_string(),
        received_at: received_at
            .format(&Rfc3339)
            .expect("a time of this century has an RFC 3339 form"),
        name: message.name.clone(),
        email: message.email.clone(),
        phone: message.phone.clone(),
        subject: message.subject.as_str().to_owned(),
        message: message.message.clone(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.contact.received.v1",
        payload: event.encode_to_vec(),
    }
}
