//! The messages, to be held against the stream: every message has one event.

use std::time::Duration;

use outbox::{Page, Publisher, SourceRow, SourceTable};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::events;

/// The service's part in a reconciliation.
pub const PUBLISHER: Publisher = Publisher {
    service: "contact",
    stream: events::STREAM,
    source: Some(SourceTable {
        name: "messages",
        subject: events::RECEIVED,
        page: |db, page| Box::pin(received(db, page)),
    }),
};

/// How far a message's id may be from its time: the id is made just before the time is taken, and a clock may be set meanwhile.
const IDS_DIFFER_BY: Duration = Duration::from_mins(5);

/// Messages of a time, by their ids, which begin with the time.
async fn received(db: sqlx::PgPool, page: Page) -> sqlx::Result<Vec<SourceRow>> {
    sqlx::query_as!(
        SourceRow,
        "SELECT id, received_at AS at FROM messages
         WHERE id > $1 AND received_at >= $2 AND received_at < $3 ORDER BY id LIMIT $4",
        page.after.id.max(first_id(page.since - IDS_DIFFER_BY)),
        page.since,
        page.until,
        page.limit
    )
    .fetch_all(&db)
    .await
}

/// An id below every UUIDv7 that is made from this time on.
fn first_id(time: OffsetDateTime) -> Uuid {
    let milliseconds = u128::try_from(time.unix_timestamp_nanos() / 1_000_000).unwrap_or(0);
    Uuid::from_u128(milliseconds << 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_now_lies_between_those_of_a_moment_ago_and_of_later() {
        let now = OffsetDateTime::now_utc();
        let id = Uuid::now_v7();
        assert!(first_id(now - Duration::from_secs(1)) < id);
        assert!(id < first_id(now + Duration::from_mins(1)));
    }
}
