use runtime::Stopped;
use sqlx::migrate::MigrateError;

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be parsed. It is not repeated here, because it contains a password.
    #[error("DATABASE_URL is not a PostgreSQL address such as postgres://role:password@host:5432/name")]
    Address(#[source] sqlx::Error),
    /// The password has a character that cuts the address off.
    #[error("DATABASE_URL holds a password with /, ? or #: write them as %2F, %3F and %23")]
    Torn,
    /// The server did not answer in time, refused the role, or a certificate in the address cannot be read.
    #[error("the database that DATABASE_URL names cannot be reached")]
    Connect(#[source] sqlx::Error),
    /// A stop was requested while the program waited for the server.
    #[error("the database did not answer")]
    Stopped(#[from] Stopped),
    /// The database was migrated with another text of this migration.
    #[error(
        "an unreleased version of the shop made this database (its migration {0} differs): empty it (on a laptop: make reset), or open it with the version that made it"
    )]
    OtherSchema(i64),
    /// A migration failed.
    #[error("the database cannot be migrated")]
    Migrate(#[from] MigrateError),
}

/// True if the error means that the database is down or overloaded. The same call may succeed later.
pub fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::Io(_)
        // A connection that ends during its handshake is reported as a protocol error.
        | sqlx::Error::Protocol(_)
        | sqlx::Error::WorkerCrashed => true,
        // Classes of PostgreSQL's appendix A: 08 connection, 53 resources, 57 operator intervention (with the
        // statement timeout), 40 transaction rollback by a conflict, 25P03 idle transaction timeout, 55P03
        // lock not available.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            ["08", "53", "57", "40", "25P03", "55P03"]
                .iter()
                .any(|class| code.starts_with(class))
        }),
        _ => false,
    }
}
