//! The headers of an event's message.
//!
//! The event's id is in `Nats-Msg-Id`. The version of its schema is at the end of the subject.

use async_nats::jetstream::message::{Message, PublishMessage};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use crate::Aggregate;

const AGGREGATE_ID: &str = "Aggregate-Id";
const AGGREGATE_VERSION: &str = "Aggregate-Version";
/// RFC 3339, in UTC.
const OCCURRED_AT: &str = "Occurred-At";

/// Adds the event's aggregate.
pub(crate) fn with_aggregate(message: PublishMessage, aggregate: Aggregate) -> PublishMessage {
    message
        .header(AGGREGATE_ID, aggregate.id.to_string())
        .header(AGGREGATE_VERSION, aggregate.version.to_string())
}

/// Adds the time of the event.
pub(crate) fn with_occurred_at(message: PublishMessage, occurred_at: OffsetDateTime) -> PublishMessage {
    let time = occurred_at.to_offset(time::UtcOffset::UTC).format(&Rfc3339);
    message.header(
        OCCURRED_AT,
        time.expect("a time of this century has an RFC 3339 form"),
    )
}

/// The event's aggregate. `None` if no relay wrote the message.
pub(crate) fn aggregate(message: &Message) -> Option<Aggregate> {
    Some(Aggregate {
        id: Uuid::parse_str(header(message, AGGREGATE_ID)?).ok()?,
        version: header(message, AGGREGATE_VERSION)?.parse().ok()?,
    })
}

/// The time of the event. `None` if no relay wrote the message.
pub(crate) fn occurred_at(message: &Message) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(header(message, OCCURRED_AT)?, &Rfc3339).ok()
}

/// The first value of a header.
pub(crate) fn header<'a>(message: &'a Message, name: &str) -> Option<&'a str> {
    message
        .headers
        .as_ref()?
        .get(name)
        .map(async_nats::HeaderValue::as_str)
}
