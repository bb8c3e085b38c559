use async_nats::jetstream::context::{CreateStreamError, PublishError};

/// Why events had to wait.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// `NATS_URL` is unusable; it is not repeated here, for it holds a password.
    #[error("NATS_URL is not the address of a NATS server such as nats://user:password@host:4222")]
    Address(#[source] async_nats::ConnectError),
    /// The outbox cannot be read or marked.
    #[error("the outbox cannot be read or marked: {0}")]
    Database(#[from] sqlx::Error),
    /// The server is away.
    #[error("NATS is not connected")]
    NotConnected,
    /// The stream is missing and cannot be made.
    #[error("the stream cannot be made: {0}")]
    Stream(#[from] CreateStreamError),
    /// Nothing of a batch was acknowledged; its events are tried again.
    #[error("none of {of} events was taken: {first}")]
    Refused {
        /// How many were sent.
        of: usize,
        /// The first one's error.
        first: PublishError,
    },
}

/// Why an event was not handled. What it says is logged and kept with a dead letter, so it must hold nothing personal.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It may work later.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// It will never work.
    #[error("{0}")]
    Poison(String),
}

impl Failure {
    /// A failure of the inbox or of a handler's own SQL: the database may come back.
    pub(crate) fn database(error: sqlx::Error) -> Self {
        Self::Retry(anyhow::Error::new(error).context("the database failed"))
    }
}
