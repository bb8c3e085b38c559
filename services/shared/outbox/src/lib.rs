//! Events stored with the data, published at least once, handled once.
//!
//! [`write`] puts an event into the transaction that decides it. The [`Relay`] publishes what was committed to a
//! JetStream stream and marks only what the server acknowledged, so an event survives the death of either side; its
//! id is the message's `Nats-Msg-Id`, so that a repeat inside the stream's window is dropped there. [`consume`] claims
//! each id, handles it, and notes it in an inbox.
//!
//! No event of an aggregate is published before the one of an earlier version. Consumers handle several at once, on several
//! replicas, and some again: a consumer that keeps a state compares [`Aggregate::version`] in the statement that changes it.
//!
//! Published events are kept for seven days: a relay that finds another stream than before fills it again, and an operator can
//! with [`Replay`]. [`Reconcile`] and [`Window`] say whether anything is missing between tables, outbox, stream and inbox.
//! Streams forget after thirty days, and inboxes after forty, so that a consumer that starts again at a stream's first event knows what was
//! handled. Services forget with [`sweep_outbox`] and [`sweep_inbox`].
//!
//! A publisher whose database was put back from a backup calls [`raise_versions`] when it starts.
//!
//! It carries subjects and bytes, and knows no shop.

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
    subscription::{LONGEST_MAIL, LONGEST_QUESTIONS, REPEATABLE, Subscription},
};
pub use error::{Failure, RelayError};
pub use publishing::{
    depth::count_waiting,
    relay::{Relay, Waker},
};
pub use reconcile::{
    Difference, Page, Publisher, Reconcile, Report, SourceRow, SourceTable, Subscriber, Window,
    sweep_publisher, sweep_subscriber,
};
pub use restored::raise_versions;
pub use retention::{Replay, sweep_inbox, sweep_outbox};
pub use stream::StreamConfig;
pub use upkeep::Upkeep;
pub use write::{Aggregate, Event, write, write_all};

/// The tables `outbox` and `inbox`; versions begin at 9,000,000.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Where events go.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Address of NATS, with user and password
    #[arg(long, env, hide_env_values = true)]
    pub nats_url: runtime::Secret,
    /// How many servers of a NATS cluster keep each event
    #[arg(long, env, default_value_t = 1, value_parser = replicas)]
    pub nats_replicas: usize,
    /// File with the certificates that are trusted to sign that of NATS; absent: the system's
    #[arg(long, env = "SSL_CERT_FILE", value_name = "SSL_CERT_FILE", value_parser = nats::read_certificates)]
    pub nats_ca_file: Option<PathBuf>,
}

impl Settings {
    /// A single server at `url`.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            nats_url: runtime::Secret::from(url.into()),
            nats_replicas: 1,
            nats_ca_file: None,
        }
    }
}

/// Connects to NATS at once, also when the server is away. Fails only for an unusable address.
pub async fn connect(settings: &Settings) -> Result<Client, ConnectError> {
    nats::connect(&settings.nats_url, settings.nats_ca_file.as_deref()).await
}

/// JetStream keeps a stream on one, three or five servers, so that there is always a majority.
fn replicas(text: &str) -> Result<usize, &'static str> {
    let count = text.parse().ok().filter(|count| matches!(count, 1 | 3 | 5));
    count.ok_or("JetStream keeps a stream on 1, 3 or 5 servers")
}
