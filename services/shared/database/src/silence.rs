//! Timeouts for a server that is silent but keeps the connection open, after a power loss or packet loss. The
//! client would wait forever.

use std::{io::ErrorKind, time::Duration};

use sqlx::{Connection as _, PgConnection};

/// The timeout of the ping when a connection is returned to the pool.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a background task may wait for the database. Longer than a free connection and a batch of events
/// with all its statements take together.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Waits for the database with a timeout, for background tasks, which have no request deadline. After a
/// timeout it is unknown whether the statement took effect.
pub async fn bounded<T, E: From<sqlx::Error>>(asking: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let asked = tokio::time::timeout(ANSWER_TIMEOUT, asking).await;
    asked.unwrap_or_else(|_| Err(timed_out().into()))
}

/// True if a connection may return to the pool. The pool's own ping has no timeout, so silent connections
/// would use up the pool.
pub(crate) async fn is_alive(connection: &mut PgConnection) -> sqlx::Result<bool> {
    match tokio::time::timeout(RELEASE_TIMEOUT, connection.ping()).await {
        Ok(answered) => answered.map(|()| true),
        Err(_) => Err(timed_out()),
    }
}

pub(crate) fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(ErrorKind::TimedOut.into())
}
