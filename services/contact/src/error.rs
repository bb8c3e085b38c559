//! Why a message is not taken or a ticket not worked on, and the one table from that to gRPC.

use runtime::status::{self, Violation};
use tonic::{Code, Status};

/// The reason of a refusal that programs tell apart: the id of an answer or a note came before with something else.
const DIFFERS: &str = "ANSWER_DIFFERS";

/// Why a message is not taken or a ticket not worked on; its text is what the shopper, or whoever works on it, reads.
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
    /// The id of an answer or a note came before with another text or for another ticket.
    #[error("{0} with this id says something else.")]
    Differs(&'static str),
    /// What cannot be, such as a token without an id.
    #[error("{0}")]
    Impossible(&'static str),
    /// The database did not do what was asked.
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
