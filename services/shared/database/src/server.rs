//! Waits for a server that is starting.

use std::{io::ErrorKind, time::Duration};

use sqlx::{ConnectOptions as _, PgConnection, error::DatabaseError, postgres::PgConnectOptions};
use tokio::time::{Instant, sleep, timeout};

use crate::{
    error::{Error, is_unavailable},
    silence::timed_out,
};

/// How long one attempt takes at most. A server behind a lost network is silent.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(5);

/// The pauses between attempts. They double each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How long a program waits for its role and its database after it saw the server start. In a new cluster they
/// are made only then.
const SETUP_TIME: Duration = Duration::from_mins(2);

/// When PostgreSQL ends a transaction whose client is silent, in PostgreSQL's notation. Its locks are
/// released.
pub(crate) const IDLE_IN_TRANSACTION_TIMEOUT: &str = "5s";

/// Connects, and tries again for as long as `patience` while waiting can help. Logs each failed attempt.
pub(crate) async fn wait_for_server(
    options: &PgConnectOptions,
    patience: Duration,
) -> Result<PgConnection, Error> {
    let (began, mut pause, mut outage) = (Instant::now(), FIRST_PAUSE, Outage::default());
    loop {
        let attempt = timeout(ATTEMPT_TIMEOUT, options.connect()).await;
        let error = match attempt.unwrap_or_else(|_| Err(timed_out())) {
            Ok(connection) => return Ok(connection),
            Err(error) => error,
        };
        let waited = began.elapsed();
        if waited >= patience || !outage.can_end(Cause::of(options, &error), waited) {
            return Err(Error::Connect(error));
        }
        let waited_seconds = waited.as_secs();
        tracing::warn!(%error, waited_seconds, again_in = ?pause, "the database cannot be opened yet");
        sleep(pause).await;
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

/// Why a server cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// It is down, starting, or overloaded.
    Away,
    /// It refuses the role or does not know the database.
    NotSetUp,
    /// Waiting does not help, for example with a certificate file that is missing.
    Permanent,
}

impl Cause {
    fn of(options: &PgConnectOptions, error: &sqlx::Error) -> Self {
        let is_away = match error {
            // These kinds come from files, not from networks. A Unix socket, however, appears when its server
            // starts.
            sqlx::Error::Io(error) if options.get_socket().is_none() => !matches!(
                error.kind(),
                ErrorKind::NotFound
                    | ErrorKind::PermissionDenied
                    | ErrorKind::InvalidData
                    | ErrorKind::InvalidInput
            ),
            error => is_unavailable(error),
        };
        // 28000 and 28P01 of PostgreSQL's appendix A refuse the role, 3D000 is an unknown database.
        let code = error.as_database_error().and_then(DatabaseError::code);
        match code {
            _ if is_away => Self::Away,
            Some(code) if ["28000", "28P01", "3D000"].contains(&&*code) => Self::NotSetUp,
            _ => Self::Permanent,
        }
    }
}

/// The last outage of a server that a program waits for.
#[derive(Debug, Default)]
struct Outage {
    /// The time of the wait at which the server was last away.
    away_at: Option<Duration>,
}

impl Outage {
    /// True if waiting can help. A wrong password or database name stays wrong, but a server that has just
    /// started may not have the role and the database yet.
    fn can_end(&mut self, cause: Cause, waited: Duration) -> bool {
        match cause {
            Cause::Away => {
                self.away_at = Some(waited);
                true
            }
            Cause::NotSetUp => self
                .away_at
                .is_some_and(|away_at| waited.saturating_sub(away_at) < SETUP_TIME),
            Cause::Permanent => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr as _;

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn only_what_can_mend_itself_is_waited_for() {
        let address = |url| PgConnectOptions::from_str(url).expect("it is an address");
        let network = address("postgres://shop@db/shop?sslrootcert=/nowhere/ca.pem");
        let socket = address("postgres:///shop?host=/run/postgresql");
        let io = |kind: ErrorKind| sqlx::Error::Io(kind.into());
        let cause = Cause::of(&network, &io(ErrorKind::ConnectionRefused));
        assert_eq!(cause, Cause::Away);
        let cause = Cause::of(&network, &io(ErrorKind::NotFound));
        assert_eq!(cause, Cause::Permanent, "a file is missing");
        let cause = Cause::of(&socket, &io(ErrorKind::NotFound));
        assert_eq!(cause, Cause::Away, "its server makes it");
        let cause = Cause::of(&network, &sqlx::Error::RowNotFound);
        assert_eq!(cause, Cause::Permanent);
    }

    #[test]
    fn a_role_is_waited_for_only_after_its_server_was_away() {
        let mut outage = Outage::default();
        assert!(!outage.can_end(Cause::NotSetUp, Duration::ZERO));
        assert!(outage.can_end(Cause::Away, HOUR));
        assert!(outage.can_end(Cause::NotSetUp, HOUR));
        assert!(!outage.can_end(Cause::NotSetUp, HOUR + SETUP_TIME));
        assert!(!outage.can_end(Cause::Permanent, HOUR));
    }
}
