use std::time::Duration;

use async_nats::jetstream::context::{CreateStreamError, GetStreamError, PublishError};

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
    /// The server does not say how the stream is.
    #[error("the stream cannot be looked at: {0}")]
    Unseen(#[from] GetStreamError),
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
    /// It had no effect, and may work later.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// It is unknown whether it had its effect: it is repeated as often as the subscription allows, and then put aside.
    #[error("{0:#}; nobody knows whether it had its effect")]
    Unknown(anyhow::Error),
    /// It was not begun, or was left in time, and is due again after this; no failure.
    #[error("it is put off")]
    Postponed(Duration),
    /// The database was away before there was any effect; the event is handled as soon as it answers.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// It will never work.
    #[error("{0}")]
    Poison(String),
}
