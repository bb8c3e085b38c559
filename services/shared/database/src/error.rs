use sqlx::migrate::MigrateError;

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be read; it is not repeated here, for it holds a password.
    #[error("DATABASE_URL is not a PostgreSQL address such as postgres://role:password@host:5432/name")]
    Address(#[source] sqlx::Error),
    /// Half of the password would be taken for the host.
    #[error("DATABASE_URL holds a password with /, ? or #: write them as %2F, %3F and %23")]
    Torn,
    /// The server did not answer in time or refused the role, or a certificate that the address names cannot be read.
    #[error("the database that DATABASE_URL names cannot be reached")]
    Connect(#[source] sqlx::Error),
    /// A migration failed, or the database holds another version of one.
    #[error("the database cannot be migrated")]
    Migrate(#[from] MigrateError),
}
