//! Finds the session that blocks a migration, and logs it.

use std::time::Duration;

use sqlx::{ConnectOptions as _, PgConnection, migrate::Migration, postgres::PgConnectOptions};
use tokio::time::{Instant, timeout};

/// How often a wait for another program is logged. A cold start of a cluster takes a while, and every program
/// waits.
pub(crate) const LOG_EVERY: Duration = Duration::from_secs(10);

/// The timeout of a look. The migration continues if it is exceeded.
const LOOK_TIMEOUT: Duration = Duration::from_secs(2);

/// The session that has blocked the watched one for the longest. PostgreSQL hides the start times of other
/// roles' sessions.
const QUESTION: &str =
    "SELECT format('%s (pid %s%s)', coalesce(nullif(application_name, ''), 'a connection'), pid,
      ', for ' || extract(epoch FROM now() - xact_start)::integer || ' s')
    FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids($1)) ORDER BY xact_start NULLS FIRST LIMIT 1";

/// Watches a session from another connection.
#[derive(Debug)]
pub(crate) struct Observer {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    watched: i32,
    blocking: Option<String>,
    logged_at: Instant,
}

impl Observer {
    /// Creates an observer of the session of `connection`.
    pub(crate) async fn of(connection: &mut PgConnection, options: &PgConnectOptions) -> sqlx::Result<Self> {
        let pid = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(connection);
        Ok(Self {
            options: options.clone().application_name("migrating: observer"),
            connection: None,
            watched: pid.await?,
            blocking: None,
            logged_at: Instant::now(),
        })
    }

    /// Records the session that blocks the watched one. Logs it regularly if that takes long.
    pub(crate) async fn poll(&mut self, migrations: &[Migration]) {
        match timeout(LOOK_TIMEOUT, self.query_blocking_session()).await {
            Ok(Ok(Some(behind))) => self.blocking = Some(behind),
            Ok(Ok(None)) => (),
            // The result is only for the log, so a failed look is no error.
            Ok(Err(_)) | Err(_) => self.connection = None,
        }
        if self.logged_at.elapsed() > LOG_EVERY {
            self.logged_at = Instant::now();
            let (first, behind) = (
                migrations.first().map(|one| one.version),
                self.take_blocking_session(),
            );
            tracing::warn!(
                first,
                behind,
                "migrations take long; the previous version serves meanwhile"
            );
        }
    }

    /// The session that blocked the watched one at the last look.
    pub(crate) fn take_blocking_session(&mut self) -> Option<String> {
        self.blocking.take()
    }

    async fn query_blocking_session(&mut self) -> sqlx::Result<Option<String>> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let connection = self.connection.insert(connection);
        let asked = sqlx::query_scalar(QUESTION).bind(self.watched);
        asked.fetch_optional(connection).await
    }
}
