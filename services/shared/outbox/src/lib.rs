//! A transactional outbox: events are stored with the data, published at least once, and handled once.
//!
//! [`write`] adds an event to the caller's transaction. The [`Relay`] publishes committed events to a
//! JetStream stream, and marks those that the server acknowledged, so events survive crashes of both. The
//! event's id is the `Nats-Msg-Id`, so the stream drops duplicates within its window. [`consume`] claims,
//! handles and notes each id in an inbox.
//!
//! Events of an aggregate are published in the order of their versions. Consumers handle several at once, on
//! several replicas, and some again. So a consumer that keeps state must compare [`Aggregate::version`] in
//! the statement that changes it.
//!
//! Published events are kept for seven days, so that the relay can refill a lost stream and an operator can
//! use [`Replay`]. [`Reconcile`] and [`Window`] find what is missing between tables, outbox, stream and
//! inbox. Streams keep events for 30 days and inboxes for 40, so that a consumer that restarts at a stream's
//! first event knows what was handled. Services delete old rows with [`outbox_task`] and [`inbox_task`].
//!
//! A publisher calls [`raise_versions`] at its start, for the case that its database was restored from a
//! backup.
//!
//! The crate knows nothing about the shop.

mod backoff;
mod consuming;
mod envelope;
mod error;
mod publishing;
mod reconcile;
mod restored;
mod retention;
mod stream;
mod upkeep;
mod write;

use std::path::PathBuf;

use async_nats::{Client, ConnectError};
use sqlx::migrate::Migrator;

pub use consuming::{
    consumer::consume,
    handler::{Delivery, Effect, Handler},
    subscription::{LONGEST_MAIL, LONGEST_QUESTIONS, REPEATABLE, RETRY_AFTER, Subscription},
};
pub use error::{Failure, RelayError};
pub use publishing::{
    depth::count_waiting,
    relay::{Relay, Waker},
};
pub use reconcile::{
    Difference, Page, Publisher, Reconcile, Report, SourceRow, SourceTable, Subscriber, Window,
    publisher_task, subscriber_task,
};
pub use restored::raise_versions;
pub use retention::{Replay, inbox_task, outbox_task};
pub use stream::StreamConfig;
pub use upkeep::Upkeep;
pub use write::{Aggregate, Event, write, write_all};

/// The migrations of the tables of outbox and inbox. Their versions start at 9,000,000.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The settings of the event broker.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Address of NATS, with user and password
    #[arg(long, env, hide_env_values = true)]
    pub nats_url: runtime::Secret,
    /// Number of servers in a NATS cluster that store each event
    #[arg(long, env, default_value_t = 1, value_parser = replicas)]
    pub nats_replicas: usize,
    /// File with the certificate authorities that are trusted for NATS; without it, those of the system
    #[arg(long, env = "SSL_CERT_FILE", value_name = "SSL_CERT_FILE", value_parser = nats::read_certificates)]
    pub nats_ca_file: Option<PathBuf>,
}

impl Settings {
    /// Settings for a single server at `url`.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            nats_url: runtime::Secret::from(url.into()),
            nats_replicas: 1,
            nats_ca_file: None,
        }
    }
}

/// Connects to NATS. Returns at once, even if the server is down. Fails only for an invalid address.
pub async fn connect(settings: &Settings) -> Result<Client, ConnectError> {
    nats::connect(&settings.nats_url, settings.nats_ca_file.as_deref()).await
}

/// Parses the number of replicas. JetStream needs one, three or five for a majority.
fn replicas(text: &str) -> Result<usize, &'static str> {
    let count = text.parse().ok().filter(|count| matches!(count, 1 | 3 | 5));
    count.ok_or("JetStream keeps a stream on 1, 3 or 5 servers")
}
