//! A server that is not there yet.

use std::{borrow::Cow, io::ErrorKind, time::Duration};

use sqlx::{ConnectOptions as _, PgConnection, postgres::PgConnectOptions};

use crate::error::Error;

/// How long a starting program waits for its database to come up.
const WAIT_FOR_SERVER: Duration = Duration::from_secs(30);

/// How often a wait is told of: a cold start of a cluster takes a while, and every program waits.
pub(crate) const LOG_EVERY: Duration = Duration::from_secs(10);

/// A transaction whose client fell silent gives its locks back after this, in PostgreSQL's notation.
pub(crate) const IDLE_IN_TRANSACTION_TIMEOUT: &str = "5s";

pub(crate) async fn wait_for_server(options: &PgConnectOptions) -> Result<PgConnection, Error> {
    let started = tokio::time::Instant::now();
    let mut told = None;
    loop {
        match options.connect().await {
            Ok(connection) => return Ok(connection),
            Err(error) if is_transient(options, &error) && started.elapsed() < WAIT_FOR_SERVER => {
                if told.is_none_or(|told: tokio::time::Instant| told.elapsed() > LOG_EVERY) {
                    tracing::warn!(%error, "the database does not answer yet");
                    told = Some(tokio::time::Instant::now());
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            Err(error) => return Err(Error::Connect(error)),
        }
    }
}

/// A wrong password, database name or certificate file stays wrong; a server that is still starting does not.
fn is_transient(options: &PgConnectOptions, error: &sqlx::Error) -> bool {
    match error {
        // A network knows none of these; they are about files. A socket in the file system appears with its server.
        sqlx::Error::Io(error) if options.get_socket().is_none() => !matches!(
            error.kind(),
            ErrorKind::NotFound
                | ErrorKind::PermissionDenied
                | ErrorKind::InvalidData
                | ErrorKind::InvalidInput
        ),
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => error.code() == Some(Cow::Borrowed("57P03")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr as _;

    use super::*;

    #[test]
    fn only_what_can_mend_itself_is_waited_for() {
        let address = |url| PgConnectOptions::from_str(url).expect("it is an address");
        let network = address("postgres://shop@db/shop?sslrootcert=/nowhere/ca.pem");
        let socket = address("postgres:///shop?host=/run/postgresql");
        let io = |kind: ErrorKind| sqlx::Error::Io(kind.into());
        assert!(is_transient(&network, &io(ErrorKind::ConnectionRefused)));
        assert!(
            !is_transient(&network, &io(ErrorKind::NotFound)),
            "a file is missing"
        );
        assert!(
            is_transient(&socket, &io(ErrorKind::NotFound)),
            "its server makes it"
        );
        assert!(!is_transient(&network, &sqlx::Error::RowNotFound));
    }
}
