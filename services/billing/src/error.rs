//! Why documents or the books cannot be shown, and the one table from that to gRPC.

use runtime::status::{self, Rule, Violation};
use tonic::Status;

/// Why documents or the books cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// A field of a request is no id.
    #[error("This is no id.")]
    NoId(&'static str),
    /// The order has no such document.
    #[error("There is no such document.")]
    NoDocument,
    /// The database did not do what was asked.
    #[error("Documents cannot be read right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::NoId(field) => status::invalid(vec![Violation::new(field, Rule::Malformed.says(message))]),
            Error::Invalid(violations) => status::invalid(violations),
            Error::NoDocument => Self::not_found(message),
            Error::Database(error) => database::status(error, message),
        }
    }
}
