use std::{fmt, sync::Arc, time::Duration};

use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool, postgres::PgConnectOptions};
use tokio::time::{Instant, timeout};

use crate::{ASK_AFTER_IDLE, silence::timed_out};

/// The timeout of a ping before reusing an idle connection. An order waits for it, for 0.9 s in total.
const PING_TIMEOUT: Duration = Duration::from_millis(250);

/// A task's own connection beside the pool. The task and requests do not wait for each other.
///
/// Every use has a timeout, so a silent server cannot block a task forever. A use that breaks
/// the connection, times out or is cancelled drops the connection, and the next use opens a new one.
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
    /// Creates a connection with the pool's settings. It is opened on first use.
    pub fn beside(pool: &PgPool) -> Self {
        Self {
            options: pool.connect_options(),
            kept: None,
        }
    }

    /// Runs `work`, including opening the connection. Fails after `bound`; it is then unknown whether the
    /// last statement took effect.
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

    /// The kept connection, or a new one if it is gone.
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

/// True if the connection cannot be used again. PostgreSQL continues after a rejected statement, and the next
/// statement rolls back a dropped transaction. Class 57P of its appendix A means that it closes the
/// connection.
fn breaks_connection(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_none_or(|error| error.code().is_some_and(|code| code.starts_with("57P")))
}
