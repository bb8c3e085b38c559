use std::{fmt, sync::Arc, time::Duration};

use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool, postgres::PgConnectOptions};
use tokio::time::{Instant, timeout};

use crate::{ASK_AFTER_IDLE, silence::timed_out};

/// How long a connection that lay unused may take to say that it lives. An order waits behind it, for 0.9 s in all.
const PING_TIMEOUT: Duration = Duration::from_millis(250);

/// The connection of one task, beside the pool: the task waits for no request, and no request waits for the task.
///
/// Every use has a bound, so a server that falls silent keeps no task for ever. A use that fails half-way, passes its bound or is
/// dropped takes the connection along, and the next use opens another one.
pub struct OwnConnection {
    options: Arc<PgConnectOptions>,
    kept: Option<(PgConnection, Instant)>,
}

impl fmt::Debug for OwnConnection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("OwnConnection");
        shown
            .field("is_open", &self.kept.is_some())
            .finish_non_exhaustive()
    }
}

impl OwnConnection {
    /// A connection as those of the pool, opened at its first use.
    pub fn beside(pool: &PgPool) -> Self {
        Self {
            options: pool.connect_options(),
            kept: None,
        }
    }

    /// Runs `work`, opening the connection included, and fails when that takes longer than `bound`. After such a failure it is
    /// unknown whether the last statement was carried out.
    pub async fn within<T>(
        &mut self,
        bound: Duration,
        work: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> sqlx::Result<T> {
        let working = async {
            let mut connection = self.take().await?;
            let worked = work(&mut connection).await;
            if !worked.as_ref().is_err_and(breaks_connection) {
                self.kept = Some((connection, Instant::now()));
            }
            worked
        };
        timeout(bound, working).await.unwrap_or_else(|_| Err(timed_out()))
    }

    /// The kept connection, or a new one when it is gone.
    async fn take(&mut self) -> sqlx::Result<PgConnection> {
        if let Some((mut connection, used_at)) = self.kept.take()
            && (used_at.elapsed() < ASK_AFTER_IDLE
                || timeout(PING_TIMEOUT, connection.ping())
                    .await
                    .is_ok_and(|alive| alive.is_ok()))
        {
            return Ok(connection);
        }
        self.options.connect().await
    }
}

/// PostgreSQL goes on after a statement that it refused; a transaction that was dropped is rolled back by the next statement. Class
/// 57P of its appendix A says that it closes the connection.
fn breaks_connection(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_none_or(|error| error.code().is_some_and(|code| code.starts_with("57P")))
}
