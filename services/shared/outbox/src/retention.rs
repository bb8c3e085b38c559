//! How long published and handled events are kept, and what that is good for.

use std::time::Duration;

use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How often events that are old enough are looked for.
const SWEEP: Duration = Duration::from_mins(10);

/// Rows changed by one statement, so that each stays far below the statement timeout.
const ROWS: i64 = 1_000;

/// Publishes events again that were published before, for a stream that lost them. It reaches back seven days.
#[derive(Debug, Clone, clap::Args)]
pub struct Replay {
    /// Events published since then, such as 2026-11-20T00:00:00+05:30
    #[arg(long, value_parser = moment)]
    pub since: OffsetDateTime,
    /// Events published until then; absent: now
    #[arg(long, value_parser = moment)]
    pub until: Option<OffsetDateTime>,
}

impl Replay {
    /// The command's name, and what it is for.
    pub const COMMAND: (&str, &str) = ("replay", "Publish events again, for a stream that lost them");

    /// Puts the events back, for the relays to publish; answers how many. It ends beside running relays: what they
    /// publish meanwhile is not put back again. Consumers handle none of them twice, and a stream that still has an
    /// event drops the repeat while its id is within the duplicate window.
    pub async fn run(&self, db: &PgPool) -> sqlx::Result<u64> {
        let now = sqlx::query_scalar!(r#"SELECT clock_timestamp() AS "now!""#);
        let now = now.fetch_one(db).await?;
        replay(db, self.since, self.until.map_or(now, |until| until.min(now))).await
    }
}

/// Puts back what was published between two times. Goes through the ids once, so that it ends whatever a clock does.
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
            ROWS
        );
        let round = round.fetch_all(db).await?;
        let Some(last) = round.iter().max() else {
            return Ok(replayed);
        };
        after = *last;
        replayed += u64::try_from(round.len()).unwrap_or(0);
    }
}

fn moment(text: &str) -> Result<OffsetDateTime, String> {
    OffsetDateTime::parse(text, &Rfc3339)
        .map_err(|_| "it is no time such as 2026-11-20T00:00:00+05:30".to_owned())
}

/// Removes what was published more than seven days ago, now and then, until told to stop.
pub(crate) async fn sweep_outbox_until(db: &PgPool, stopping: &CancellationToken) {
    loop {
        if let Err(error) = sweep_outbox(db).await {
            tracing::warn!(%error, "old events could not be removed");
        }
        if stopping
            .run_until_cancelled(tokio::time::sleep(SWEEP))
            .await
            .is_none()
        {
            return;
        }
    }
}

/// Removes what a consumer handled more than thirty days ago, now and then, until told to stop: the stream has forgotten it
/// by then.
pub(crate) async fn sweep_inbox_until(db: &PgPool, consumer: &str, stopping: &CancellationToken) {
    loop {
        if let Err(error) = sweep_inbox(db, consumer).await {
            tracing::warn!(%error, consumer, "what was handled long ago could not be removed");
        }
        if stopping
            .run_until_cancelled(tokio::time::sleep(SWEEP))
            .await
            .is_none()
        {
            return;
        }
    }
}

async fn sweep_outbox(db: &PgPool) -> sqlx::Result<()> {
    loop {
        let round = sqlx::query!(
            "DELETE FROM outbox WHERE id IN (
               SELECT id FROM outbox WHERE published_at < now() - interval '7 days' LIMIT $1)",
            ROWS
        );
        if round.execute(db).await?.rows_affected() == 0 {
            return Ok(());
        }
    }
}

async fn sweep_inbox(db: &PgPool, consumer: &str) -> sqlx::Result<()> {
    loop {
        let round = sqlx::query!(
            "DELETE FROM inbox WHERE consumer = $1 AND event_id IN (
               SELECT event_id FROM inbox WHERE consumer = $1 AND handled_at < now() - interval '30 days' LIMIT $2)",
            consumer,
            ROWS
        );
        if round.execute(db).await?.rows_affected() == 0 {
            return Ok(());
        }
    }
}
