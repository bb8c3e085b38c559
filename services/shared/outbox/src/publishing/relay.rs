use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use async_nats::jetstream;
use runtime::metrics::{Lookups, look_again};
use sqlx::PgPool;
use tokio::sync::{Notify, OnceCell};
use tokio_util::sync::CancellationToken;
use tracing::Span;

use crate::{
    RelayError, Settings, StreamConfig,
    backoff::Backoff,
    publishing::{batch, depth, low_water::LowWater, watch::StreamWatch},
    stream::A_MONTH,
};

/// How often an idle relay polls the table, after crashes and for commits of other replicas.
const POLL: Duration = Duration::from_secs(1);

/// Publishes committed events. A program has one; replicas run in parallel.
#[derive(Debug)]
pub struct Relay {
    db: PgPool,
    /// A connection of its own, because a batch holds it until NATS has answered.
    of_batches: PgPool,
    stream: StreamConfig,
    settings: Settings,
    wake: Arc<Notify>,
    jetstream: OnceCell<jetstream::Context>,
    incidents: nats::Incidents,
    has_stream: AtomicBool,
    watch: StreamWatch,
    low: Mutex<LowWater>,
}

/// Wakes the relay, so that an event does not wait for the next poll.
#[derive(Debug, Clone)]
pub struct Waker(Arc<Notify>);

impl Waker {
    /// Wakes the relay. Call it after a commit. Returns at once.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

impl Relay {
    /// Creates a relay from the outbox in `db` to a stream.
    pub fn new(db: PgPool, stream: StreamConfig, settings: &Settings) -> Self {
        Self {
            of_batches: database::beside(&db, 1),
            db,
            stream,
            settings: settings.clone(),
            wake: Arc::default(),
            jetstream: OnceCell::new(),
            incidents: nats::Incidents::default(),
            has_stream: AtomicBool::new(false),
            watch: StreamWatch::default(),
            low: Mutex::default(),
        }
    }

    /// The waker of this relay.
    pub fn waker(&self) -> Waker {
        Waker(Arc::clone(&self.wake))
    }

    /// Publishes events and refills lost streams until stopped. Finishes the current batch. Retries with
    /// growing pauses during outages, and fails only for an invalid address.
    pub fn run(self, stopping: CancellationToken) -> runtime::Life {
        Box::pin(self.run_until(stopping))
    }

    async fn run_until(self, stopping: CancellationToken) -> anyhow::Result<()> {
        self.jetstream().await?;
        // Prometheus needs a first value to see an increase.
        metrics::counter!("outbox_streams_lost_total").absolute(0);
        tokio::join!(
            self.publish(&stopping),
            Box::pin(self.watch_until(&stopping)),
            depth::measure_until(&self.db, &stopping),
        );
        Ok(())
    }

    /// Creates the stream if necessary and publishes one batch: at most 256 events, one per aggregate.
    /// Returns how many succeeded.
    ///
    /// Events that the server refuses individually wait for their next time and are no error.
    pub async fn run_once(&self) -> Result<usize, RelayError> {
        let jetstream = self.jetstream().await?;
        if !nats::is_connected(&jetstream.client()) {
            return Err(RelayError::NotConnected);
        }
        if !self.has_stream.load(Ordering::Relaxed) {
            let replicas = self.settings.nats_replicas;
            self.stream.ensure(jetstream, replicas, A_MONTH).await?;
            self.has_stream.store(true, Ordering::Relaxed);
        }
        let since = self.low().begin(Instant::now());
        let batch = database::bounded(batch::publish(
            &self.of_batches,
            (jetstream, &self.incidents),
            since,
        ))
        .await?;
        self.low().found(batch.left_since);
        if batch.taken < batch.of {
            self.low().fail(Instant::now());
        }
        let Some(first) = batch.first_failure else {
            return Ok(batch.taken);
        };
        // For a lost stream NATS reports no responders, or nothing at all if another client listens to its
        // subjects.
        self.has_stream.store(false, Ordering::Relaxed);
        if batch.taken == 0 {
            return Err(RelayError::Refused { of: batch.of, first });
        }
        tracing::warn!(error = %first, taken = batch.taken, of = batch.of, "some events wait");
        Ok(batch.taken)
    }

    fn low(&self) -> MutexGuard<'_, LowWater> {
        self.low.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares the stream with its previous state, and marks lost events for publishing again. Returns how
    /// many. If the same stream seems to have gone back, it waits for a second look.
    pub async fn check_stream(&self) -> Result<u64, RelayError> {
        let jetstream = self.jetstream().await?;
        if !nats::is_connected(&jetstream.client()) {
            return Err(RelayError::NotConnected);
        }
        let looking = self
            .watch
            .check(&self.db, jetstream, self.stream, self.settings.nats_replicas);
        let replayed = looking.await?;
        if replayed > 0 {
            tracing::warn!(replayed, stream = self.stream.name, "events are published again");
            self.wake.notify_one();
        }
        Ok(replayed)
    }

    async fn watch_until(&self, stopping: &CancellationToken) {
        let mut lookups = Lookups::of("stream");
        // Not at once, because the connection is still being made.
        while look_again(stopping).await {
            lookups.record(self.check_stream().await);
        }
    }

    async fn publish(&self, stopping: &CancellationToken) {
        let mut backoff = Backoff::new();
        while !stopping.is_cancelled() {
            match self.run_once().await {
                Ok(taken) => {
                    backoff.reset();
                    // After a full batch, continue at once with events of later versions.
                    if taken == 0 {
                        tokio::select! {
                            () = stopping.cancelled() => (),
                            () = self.wake.notified() => (),
                            () = tokio::time::sleep(POLL) => (),
                        }
                    }
                }
                Err(error) => {
                    self.failed_attempt(&error)
                        .in_scope(|| tracing::warn!(%error, stream = self.stream.name, "events wait"));
                    // Ignores wake-ups, because each commit during an outage would cause an attempt.
                    stopping
                        .run_until_cancelled(tokio::time::sleep(backoff.pause()))
                        .await;
                }
            }
        }
    }

    /// The span of an attempt that NATS failed, by which operators find a lost NATS in traces. An event has a
    /// span only once it is sent.
    fn failed_attempt(&self, error: &RelayError) -> Span {
        if matches!(error, RelayError::Database(_)) {
            return Span::none();
        }
        tracing::info_span!(
            "publish",
            otel.name = format!("publish {}", self.stream.name),
            otel.kind = "producer",
            otel.status_code = "ERROR",
            messaging.system = "nats",
            messaging.operation.name = "publish",
            messaging.operation.type = "send",
            messaging.destination.name = self.stream.name,
        )
    }

    async fn jetstream(&self) -> Result<&jetstream::Context, RelayError> {
        let connect = async || {
            let (url, file) = (&self.settings.nats_url, self.settings.nats_ca_file.as_deref());
            let client = nats::connect_hearing(url, file, &self.incidents).await?;
            let mut jetstream = jetstream::new(client);
            jetstream.set_timeout(batch::ACK_TIMEOUT);
            Ok(jetstream)
        };
        self.jetstream
            .get_or_try_init(connect)
            .await
            .map_err(RelayError::Address)
    }
}
