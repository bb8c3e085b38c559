//! A service's PostgreSQL database: a pool with timeouts, migrations, and the meaning of errors.

mod begin;
mod connections;
mod error;
mod lock_wait;
mod migrating;
mod own_connection;
mod restored;
mod server;
mod silence;

use std::{str::FromStr as _, time::Duration};

use futures_util::future::BoxFuture;
use runtime::{Frame, Secret, status};
use sqlx::{
    ConnectOptions as _, Connection as _, PgPool,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::server::IDLE_IN_TRANSACTION_TIMEOUT;

pub use begin::begin;
pub use error::{Error, is_unavailable};
pub use own_connection::OwnConnection;
pub use restored::restored_at;
pub use silence::bounded;

/// How long a request waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);

/// The timeout of a request's statements, in PostgreSQL's notation.
const STATEMENT_TIMEOUT: &str = "3s";

/// How long an operator's command waits for the server.
const COMMAND_WAITS: Duration = Duration::from_secs(30);

/// The `Retry-After` of an answer after the database failed.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Connections that were idle for this long are pinged before use. A ping before every use would add a round
/// trip.
const ASK_AFTER_IDLE: Duration = Duration::from_secs(1);

/// The settings of the database.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Address of the service's own database, with role and password
    #[arg(long, env, hide_env_values = true)]
    pub database_url: Secret,
    /// Limit of connections; small pools are faster than large ones
    #[arg(long, env, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub database_pool_size: u32,
}

impl Settings {
    /// The settings of the default pool on the database at `url`.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            database_url: Secret::from(url.into()),
            database_pool_size: 8,
        }
    }
}

/// Opens the database of a service: waits for the server, runs the migrations of several crates as one
/// sequence, creates the pool and measures it.
///
/// Waits until a stop is requested ([`Error::Stopped`]); the orchestrator limits the start. Fails at once for
/// a wrong role, password, address or schema, which waiting does not mend.
///
/// Several replicas may start at once. One migrates at a time, while the previous version serves. Unknown
/// migrations of a newer version are ignored, so that a rollback starts.
pub fn open<'a>(
    settings: &'a Settings,
    migrations: &'a [&'a Migrator],
    frame: &'a Frame,
) -> BoxFuture<'a, Result<PgPool, Error>> {
    // Boxed, like `runtime::Life`.
    Box::pin(async move {
        let db = pool(settings, migrations, Duration::MAX, &frame.draining()).await?;
        frame.spawn("connections", connections::measure(db.clone(), frame.stopping()));
        Ok(db)
    })
}

/// Opens a database like [`open`], for an operator's command, which waits for the server for 30 s at most.
pub fn connect<'a>(
    settings: &'a Settings,
    migrations: &'a [&'a Migrator],
) -> BoxFuture<'a, Result<PgPool, Error>> {
    // Boxed, like `runtime::Life`.
    Box::pin(async move { pool(settings, migrations, COMMAND_WAITS, &CancellationToken::new()).await })
}

async fn pool(
    settings: &Settings,
    migrations: &[&Migrator],
    patience: Duration,
    stop: &CancellationToken,
) -> Result<PgPool, Error> {
    if settings.database_url.is_torn_address() {
        return Err(Error::Torn);
    }
    let options = read_address(settings.database_url.expose()).map_err(Error::Address)?;
    migrating::migrate(&options, migrations, patience, stop).await?;
    let bounded = options
        .options([
            ("statement_timeout", STATEMENT_TIMEOUT),
            ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION_TIMEOUT),
            // Our statements end before JIT compilation pays off, and each connection that compiles keeps
            // tens of megabytes.
            ("jit", "off"),
            // Keeps user input out of the server's log, however the server is configured.
            ("log_parameter_max_length_on_error", "0"),
        ])
        .log_slow_statements(tracing::log::LevelFilter::Warn, Duration::from_secs(1));
    Ok(PgPoolOptions::new()
        .max_connections(settings.database_pool_size)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, kept| {
            Box::pin(async move {
                if kept.idle_for >= ASK_AFTER_IDLE {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .after_release(|connection, _| Box::pin(silence::is_alive(connection)))
        .connect_lazy_with(bounded))
}

/// Creates a separate pool of `connections` with the same settings, so that its task and shoppers' requests
/// do not wait for each other. Connections are opened on first use.
pub fn beside(db: &PgPool, connections: u32) -> PgPool {
    let options = db.options().clone().max_connections(connections);
    options.connect_lazy_with((*db.connect_options()).clone())
}

/// True if the statement failed because of another transaction's lock. It may succeed once that transaction
/// ends.
pub fn is_contended(error: &sqlx::Error) -> bool {
    // 40001 serialization failure, 40P01 deadlock, 55P03 lock timeout.
    error.as_database_error().is_some_and(|error| {
        let code = error.code();
        code.is_some_and(|code| ["40001", "40P01", "55P03"].contains(&&*code))
    })
}

/// The status for a failed query: `UNAVAILABLE` with `message` if the same call may succeed later, otherwise
/// an internal error without details. The error is logged.
pub fn status(error: sqlx::Error, message: impl Into<String>) -> Status {
    if is_unavailable(&error) {
        status::caused_by(status::unavailable(message, RETRY_AFTER), error)
    } else {
        status::internal(error)
    }
}

/// The name of the constraint that a statement violated.
pub fn violated_constraint(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error().and_then(|error| error.constraint())
}

/// Parses the address. Checks the scheme, because the client accepts any and would misread `db:5432`.
fn read_address(url: &str) -> sqlx::Result<PgConnectOptions> {
    let schemes = ["postgres://", "postgresql://"];
    if !schemes.iter().any(|scheme| url.starts_with(scheme)) {
        return Err(sqlx::Error::Configuration(
            "it does not begin with postgres://".into(),
        ));
    }
    PgConnectOptions::from_str(url)
}

#[cfg(test)]
mod tests {
    use tonic::Code;

    use super::*;

    #[test]
    fn a_database_that_is_away_is_worth_another_try_and_a_fault_of_ours_is_not() {
        let down = status(sqlx::Error::PoolTimedOut, "We cannot take your order right now.");
        assert_eq!(
            (down.code(), down.message()),
            (Code::Unavailable, "We cannot take your order right now.")
        );
        assert_eq!(status::details(&down).retry_after, Some(RETRY_AFTER));

        let broken_off = sqlx::Error::Protocol("unexpected response from SSLRequest: 0x00".to_owned());
        assert!(is_unavailable(&broken_off));

        let fault = status(sqlx::Error::RowNotFound, "We cannot take your order right now.");
        assert_eq!(
            (fault.code(), fault.message()),
            (Code::Internal, status::SOMETHING_WENT_WRONG)
        );
    }
}
