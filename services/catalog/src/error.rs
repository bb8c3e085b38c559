//! Why the catalog cannot answer, and the one table from that to gRPC.

use runtime::status::{self, Violation};
use tonic::Status;

/// Why the catalog cannot answer; its text is what the shopper reads.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No product has the id.
    #[error("Product not found.")]
    NotFound,
    /// More lines than an order can have.
    #[error("At most {0} lines can be priced at once")]
    TooManyLines(usize),
    /// A field of a request that breaks a rule.
    #[error("{message}")]
    Invalid {
        /// The field that is wrong.
        field: &'static str,
        /// What it may be.
        message: &'static str,
    },
    /// The database did not do what was asked.
    #[error("We cannot show our products right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::NotFound => Self::not_found(message),
            Error::TooManyLines(_) => status::invalid(vec![Violation::new("lines", message)]),
            Error::Invalid { field, .. } => status::invalid(vec![Violation::new(field, message)]),
            Error::Database(error) => database::status(error, message),
        }
    }
}
