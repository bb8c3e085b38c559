//! Waits for a server that is starting.

use std::{borrow::Cow, io::ErrorKind, time::Duration};

use sqlx::{ConnectOptions as _, PgConnection, postgres::PgConnectOptions};

use crate::error::Error;

/// How long a starting program waits for its database.
const WAIT_FOR_SERVER: Duration = Duration::from_secs(30);

/// How often a wait is logged. A cold start of a cluster takes a while, and every program waits.
pub(crate) const LOG_EVERY: Duration = Duration::from_secs(10);

/// When PostgreSQL ends a transaction whose client is silent, in PostgreSQL's notation. Its locks are
/// released.
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

/// True if waiting can help. A wrong password, database name or certificate file stays wrong.
fn is_transient(options: &PgConnectOptions, error: &sqlx::Error) -> bool {
    match error {
        // These kinds come from files, not from networks. A Unix socket, however, appears when its server
        // starts.
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
