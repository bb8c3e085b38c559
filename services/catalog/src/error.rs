//! Why the catalog cannot answer, and the one table from that to gRPC.

use std::time::Duration;

use runtime::status::{self, Violation};
use tonic::Status;

/// When another try makes sense after the database was down, for the `Retry-After` of the answer.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Why the catalog cannot answer; its text is what the shopper reads.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No product has the id.
    #[error("Product not found.")]
    NotFound,
    /// More lines than an order can have.
    #[error("At most {0} lines can be priced at once")]
    TooManyLines(usize),
    /// The database did not answer, or not in time.
    #[error("We cannot show our products right now. Please try again in a moment.")]
    DatabaseDown(#[source] sqlx::Error),
    /// The database holds or says what it should not.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Database(#[source] sqlx::Error),
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        if database::is_unavailable(&error) {
            Self::DatabaseDown(error)
        } else {
            Self::Database(error)
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::NotFound => Self::not_found(message),
            Error::TooManyLines(_) => status::invalid(vec![Violation::new("lines", message)]),
            Error::DatabaseDown(_) => status::caused_by(status::unavailable(message, RETRY_AFTER), error),
            Error::Database(_) => status::internal(error),
        }
    }
}
