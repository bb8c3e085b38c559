//! Detects that the stream was lost or went back, and refills it.

use std::sync::atomic::{AtomicBool, Ordering};

use async_nats::jetstream::{self, context::GetStreamErrorKind, stream};
use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;

use crate::{RelayError, StreamConfig, retention, stream::A_MONTH};

/// The relay's memory of its stream, beside the database's.
#[derive(Debug, Default)]
pub(crate) struct StreamWatch {
    /// True if the stream's end was further back at the last look. A new leader may briefly report an older
    /// end.
    went_back: AtomicBool,
}

impl StreamWatch {
    /// Compares the stream with its state at the last look of any replica. If it was created again or went
    /// back, publishes everything in the outbox again; consumers ignore duplicates. Returns how many events.
    pub(crate) async fn check(
        &self,
        db: &PgPool,
        jetstream: &jetstream::Context,
        config: StreamConfig,
        replicas: usize,
    ) -> Result<u64, RelayError> {
        let comparing = self.compare(db, jetstream, config, replicas);
        match database::bounded(comparing).await? {
            Some(until) => refill(db, config.name, until).await.map_err(RelayError::from),
            None => Ok(0),
        }
    }

    /// Stores the stream's state. Returns until when events must be published again, if any.
    async fn compare(
        &self,
        db: &PgPool,
        jetstream: &jetstream::Context,
        config: StreamConfig,
        replicas: usize,
    ) -> Result<Option<OffsetDateTime>, RelayError> {
        sqlx::query!(
            "INSERT INTO outbox_streams (name) VALUES ($1) ON CONFLICT DO NOTHING",
            config.name
        )
        .execute(db)
        .await?;
        let mut transaction = database::begin(db).await?;
        // Lock before asking the server. Otherwise the older of two replicas' answers would look like a
        // stream that went back.
        let known = sqlx::query!(
            "SELECT made_at, last_sequence, replay_until FROM outbox_streams WHERE name = $1 FOR UPDATE",
            config.name
        );
        let known = known.fetch_one(&mut *transaction).await?;
        let state = stream_state(jetstream, config, replicas).await?;
        let is_another = match known.made_at {
            Some(made_at) => made_at != state.made_at,
            // A database from a backup that is older than the first look does not know the lost stream.
            None => is_younger_than_an_event(&mut *transaction, state.made_at).await?,
        };
        let is_back = known.last_sequence.is_some_and(|last| last > state.last_sequence);
        let was_back = self.went_back.swap(is_back, Ordering::Relaxed);
        let is_lost = is_another || (is_back && was_back);
        if is_back && !is_lost {
            return Ok(None);
        }
        let replay_until = sqlx::query_scalar!(
            "UPDATE outbox_streams SET made_at = $2, last_sequence = $3,
                    replay_until = CASE WHEN $4 THEN clock_timestamp() ELSE replay_until END,
                    lost_at = CASE WHEN $4 THEN clock_timestamp() ELSE lost_at END
             WHERE name = $1 RETURNING replay_until",
            config.name,
            state.made_at,
            state.last_sequence,
            is_lost
        );
        let replay_until = replay_until.fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        if is_lost {
            metrics::counter!("outbox_streams_lost_total").increment(1);
            tracing::error!(
                stream = config.name,
                is_another,
                "the stream lost events; it is filled again"
            );
        }
        Ok(replay_until)
    }
}

/// Finishes a replay, including one that another program started and did not finish.
async fn refill(db: &PgPool, name: &str, until: OffsetDateTime) -> sqlx::Result<u64> {
    let replayed = retention::replay(db, OffsetDateTime::UNIX_EPOCH, until).await?;
    let kept = sqlx::query!(
        "UPDATE outbox_streams SET replay_until = NULL WHERE name = $1 AND replay_until = $2",
        name,
        until
    );
    database::bounded(kept.execute(db)).await?;
    Ok(replayed)
}

/// True if an event was published before the stream was made.
async fn is_younger_than_an_event(db: impl PgExecutor<'_>, made_at: i64) -> sqlx::Result<bool> {
    let oldest = sqlx::query_scalar!("SELECT min(published_at) FROM outbox");
    let oldest = oldest.fetch_one(db).await?;
    Ok(oldest.is_some_and(|at| at.unix_timestamp_nanos() < i128::from(made_at)))
}

struct StreamState {
    made_at: i64,
    last_sequence: i64,
}

impl From<&stream::Info> for StreamState {
    fn from(info: &stream::Info) -> Self {
        Self {
            made_at: i64::try_from(info.created.unix_timestamp_nanos()).unwrap_or(i64::MAX),
            last_sequence: i64::try_from(info.state.last_sequence).unwrap_or(i64::MAX),
        }
    }
}

/// The server's state of the stream. Created if it is missing.
async fn stream_state(
    jetstream: &jetstream::Context,
    config: StreamConfig,
    replicas: usize,
) -> Result<StreamState, RelayError> {
    match jetstream.get_stream(config.name).await {
        Ok(stream) => Ok(stream.cached_info().into()),
        Err(error) if is_missing(&error) => Ok((&config.ensure(jetstream, replicas, A_MONTH).await?).into()),
        Err(error) => Err(error.into()),
    }
}

fn is_missing(error: &jetstream::context::GetStreamError) -> bool {
    match error.kind() {
        GetStreamErrorKind::JetStream(error) => error.error_code() == jetstream::ErrorCode::STREAM_NOT_FOUND,
        _ => false,
    }
}
