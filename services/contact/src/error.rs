//! Why a message is not taken, and the one table from that to gRPC.

use runtime::status::{self, Violation};
use tonic::Status;

/// Why a message is not taken; its text is what the shopper reads.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// No message has this id.
    #[error("There is no such message.")]
    Unknown,
    /// The database did not do what was asked.
    #[error("We cannot take your message right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::Unknown => Self::not_found(message),
            Error::Database(error) => database::status(error, message),
        }
    }
}
