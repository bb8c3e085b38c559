//! Reconciliation of messages with the event stream: every message has one event.

use std::time::Duration;

use outbox::{Page, Publisher, SourceRow, SourceTable};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::events;

/// The tables that a reconciliation compares with the stream.
pub const PUBLISHER: Publisher = Publisher {
    service: "contact",
    stream: events::STREAM,
    source: Some(SourceTable {
        name: "messages",
        subject: events::RECEIVED,
        page: |db, page| Box::pin(received(db, page)),
    }),
};

/// The maximum difference between a message's id and its time. The id is made just before the time, and the
/// clock may be set in between.
const IDS_DIFFER_BY: Duration = Duration::from_mins(5);

/// Lists messages of a time range by id. The ids (UUIDv7) start with their time.
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

/// The smallest UUIDv7 of this time.
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
