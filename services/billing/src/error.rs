//! The errors of document and ledger calls, and their gRPC statuses.

use runtime::status::{self, Rule, Violation};
use time::Date;
use tonic::{Code, Status};

use crate::tax::rates::Percent;

/// Why a call about documents or the ledger is refused.
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
    /// Another rate of the code starts on the same day.
    #[error("The rate of {hsn} from {since} was set to {} before. A rate is never changed: choose another day.", Percent(i64::from(*.rate_basis_points)))]
    RateSet {
        /// The code.
        hsn: String,
        /// The first day.
        since: Date,
        /// The existing rate, in hundredths of a percent.
        rate_basis_points: i32,
    },
    /// The code already has this rate.
    #[error("{hsn} is taxed at this rate since {since}. There is nothing to set.")]
    SameRate {
        /// The code.
        hsn: String,
        /// The first day.
        since: Date,
    },
    /// The correction id was already used with other details.
    #[error("This correction was already sent with other details.")]
    CorrectionReused,
    /// A broken invariant.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
    /// The database failed.
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
            Error::RateSet { .. } => status::with_reason(Code::FailedPrecondition, "RATE_SET", message),
            Error::SameRate { .. } => status::with_reason(Code::FailedPrecondition, "SAME_RATE", message),
            Error::CorrectionReused => Self::already_exists(message),
            Error::Impossible(what) => status::internal(what),
            Error::Database(error) => database::status(error, message),
        }
    }
}
