//! Errors of the contact service and their gRPC statuses.

use runtime::status::{self, Violation};
use tonic::{Code, Status};

/// The error reason for an answer or note whose id was already used with other content.
const DIFFERS: &str = "ANSWER_DIFFERS";

/// An error of the contact service. Its text is shown to the shopper or the staff member.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// No message has this id.
    #[error("There is no such message.")]
    Unknown,
    /// No answer has this id.
    #[error("There is no such answer.")]
    UnknownAnswer,
    /// The id of an answer or note was already used with another text or for another ticket.
    #[error("{0} with this id says something else.")]
    Differs(&'static str),
    /// An internal inconsistency, e.g. a staff token whose id is not a UUID.
    #[error("{0}")]
    Impossible(&'static str),
    /// A database query failed.
    #[error("We cannot take your message right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::Unknown | Error::UnknownAnswer => Self::not_found(message),
            Error::Differs(_) => status::with_reason(Code::AlreadyExists, DIFFERS, message),
            Error::Impossible(what) => status::internal(what),
            Error::Database(error) => database::status(error, message),
        }
    }
}
