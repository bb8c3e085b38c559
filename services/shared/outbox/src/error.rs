use std::time::Duration;

use async_nats::jetstream::context::{CreateStreamError, GetStreamError, PublishError};

/// Why events could not be published.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// `NATS_URL` is invalid. It is not repeated here, because it contains a password.
    #[error("NATS_URL is not the address of a NATS server such as nats://user:password@host:4222")]
    Address(#[source] async_nats::ConnectError),
    /// The outbox cannot be read or updated.
    #[error("the outbox cannot be read or marked: {0}")]
    Database(#[from] sqlx::Error),
    /// The server is down.
    #[error("NATS is not connected")]
    NotConnected,
    /// The stream is missing and cannot be created.
    #[error("the stream cannot be made: {0}")]
    Stream(#[from] CreateStreamError),
    /// The server does not describe the stream.
    #[error("the stream cannot be looked at: {0}")]
    Unseen(#[from] GetStreamError),
    /// No event of a batch was acknowledged. They are retried.
    #[error("none of {of} events was taken: {first}")]
    Refused {
        /// The number of events that were sent.
        of: usize,
        /// The first one's error.
        first: PublishError,
    },
}

/// Why an event was not handled. The text is logged and stored with a dead letter, so it must not contain
/// personal data.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It had no effect, and may succeed later.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// It is unknown whether it had its effect. Repeated as often as the subscription allows, then
    /// dead-lettered.
    #[error("{0:#}; its outcome is unknown")]
    Unknown(anyhow::Error),
    /// It was not started, or was stopped in time. It is due again after this pause; this is no failure.
    #[error("it is put off")]
    Postponed(Duration),
    /// The database failed before there was any effect. The event is handled once the database answers.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// It can never succeed.
    #[error("{0}")]
    Poison(String),
}
