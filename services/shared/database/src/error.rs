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
    /// A migration failed, or the database holds another version of one.
    #[error("the database cannot be migrated")]
    Migrate(#[from] MigrateError),
}
