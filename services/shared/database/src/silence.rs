//! A server that says nothing any more, and does not close the connection either: a machine that lost its power, packets
//! that are lost on the way. The client waits for it without end.

use std::{io::ErrorKind, time::Duration};

use sqlx::{Connection as _, PgConnection};

/// How long a connection that is given back may take to say that it is whole.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a task may wait for the database: longer than a free connection, a batch of events and every statement of it
/// take together.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// What the database answers, or an error when it says nothing for too long: for tasks, which no request's deadline ends. After
/// that error it is unknown whether the statement was carried out.
pub async fn bounded<T, E: From<sqlx::Error>>(asking: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let asked = tokio::time::timeout(ANSWER_TIMEOUT, asking).await;
    asked.unwrap_or_else(|_| Err(timed_out().into()))
}

/// Whether a connection may go back into the pool. The pool asks by itself, too, and would keep the place of one that never
/// answers: as many as it has places, and the program has no database any more.
pub(crate) async fn is_alive(connection: &mut PgConnection) -> sqlx::Result<bool> {
    match tokio::time::timeout(RELEASE_TIMEOUT, connection.ping()).await {
        Ok(answered) => answered.map(|()| true),
        Err(_) => Err(timed_out()),
    }
}

pub(crate) fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(ErrorKind::TimedOut.into())
}
