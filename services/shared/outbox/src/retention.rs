//! How long published and handled events are kept, and how to publish them again.

use std::time::Duration;

use jobs::{BATCH, PeriodicTask};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

/// The interval of deleting old events.
const EVERY: Duration = Duration::from_mins(10);

/// Longer than stream and outbox together keep an event.
const FORTY_DAYS: Duration = Duration::from_hours(40 * 24);

/// Publishes events again, for a stream that lost them or a consumer that dead-lettered them. Reaches back
/// seven days.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Replay {
    /// Events published since this time, such as 2026-11-20T00:00:00+05:30
    #[arg(long, value_parser = parse_time, required_unless_present = "id")]
    pub since: Option<OffsetDateTime>,
    /// Events published until this time; default: now
    #[arg(long, value_parser = parse_time, requires = "since")]
    pub until: Option<OffsetDateTime>,
    /// The event with this id, at any time; can be repeated
    #[arg(long, conflicts_with = "since")]
    pub id: Vec<Uuid>,
}

impl Replay {
    /// Marks the events for publishing again, and returns how many. Events that relays publish meanwhile are
    /// not marked again. Consumers handle none of them twice, and the stream drops duplicates within its
    /// duplicate window.
    pub async fn run(&self, db: &PgPool) -> sqlx::Result<u64> {
        let Some(since) = self.since else {
            return put_back(db, &self.id).await;
        };
        let now = sqlx::query_scalar!(r#"SELECT clock_timestamp() AS "now!""#);
        let now = now.fetch_one(db).await?;
        replay(db, since, self.until.map_or(now, |until| until.min(now))).await
    }
}

/// Marks the events published between two times. Goes through the ids once, so that it ends even if the clock
/// changes.
pub(crate) async fn replay(db: &PgPool, since: OffsetDateTime, until: OffsetDateTime) -> sqlx::Result<u64> {
    let (mut replayed, mut after) = (0, Uuid::nil());
    loop {
        let round = sqlx::query_scalar!(
            "UPDATE outbox SET published_at = NULL, retry_at = now() WHERE id IN (
               SELECT id FROM outbox WHERE id > $1 AND published_at BETWEEN $2 AND $3 ORDER BY id LIMIT $4)
             RETURNING id",
            after,
            since,
            until,
            BATCH
        );
        let round = database::bounded(round.fetch_all(db)).await?;
        let Some(last) = round.iter().max() else {
            return Ok(replayed);
        };
        after = *last;
        replayed += u64::try_from(round.len()).unwrap_or(0);
    }
}

/// Marks those of these events that were published.
pub(crate) async fn put_back(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<u64> {
    let put_back = sqlx::query!(
        "UPDATE outbox SET published_at = NULL, retry_at = now() WHERE id = ANY($1) AND published_at IS NOT NULL",
        ids
    );
    Ok(put_back.execute(db).await?.rows_affected())
}

pub(crate) fn parse_time(text: &str) -> Result<OffsetDateTime, String> {
    OffsetDateTime::parse(text, &Rfc3339)
        .map_err(|_| "it is no time such as 2026-11-20T00:00:00+05:30".to_owned())
}

/// The periodic task that deletes events published more than seven days ago.
pub fn outbox_task() -> PeriodicTask {
    PeriodicTask::new("outbox", EVERY, |db| async move {
        let removed = sqlx::query!(
            "DELETE FROM outbox WHERE id IN (
               SELECT id FROM outbox WHERE published_at < now() - interval '7 days' LIMIT $1)",
            BATCH
        );
        Ok(removed.execute(&db).await?.rows_affected())
    })
}

/// The periodic task that deletes inbox notes and claims after forty days. A stream keeps an event for 30
/// days, and a refilled stream has events of the week before.
pub fn inbox_task() -> PeriodicTask {
    PeriodicTask::new("inbox", EVERY, |db| async move {
        let claims = sqlx::query!(
            "DELETE FROM inbox_claims WHERE event_id < $1",
            first_id(OffsetDateTime::now_utc() - FORTY_DAYS)
        );
        let claims = claims.execute(&db).await?.rows_affected();
        let notes = sqlx::query!(
            "DELETE FROM inbox WHERE (consumer, event_id) IN (
               SELECT consumer, event_id FROM inbox WHERE handled_at < now() - interval '40 days' LIMIT $1)",
            BATCH
        );
        Ok(claims + notes.execute(&db).await?.rows_affected())
    })
}

/// An id below every UUIDv7 that is created from this time on.
pub(crate) fn first_id(time: OffsetDateTime) -> Uuid {
    let milliseconds = u128::try_from(time.unix_timestamp_nanos() / 1_000_000).unwrap_or(0);
    Uuid::from_u128(milliseconds << 80)
}
