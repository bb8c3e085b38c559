//! Why a review is refused, and the one table from that to gRPC.

use runtime::status::{self, Violation};
use tonic::Status;

/// Why a review is refused, or a list; its text is what the shopper reads.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// The database did not do what was asked.
    #[error("Reviews cannot be read or written right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::Database(error) => database::status(error, message),
        }
    }
}
