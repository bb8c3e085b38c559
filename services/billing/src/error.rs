//! Why documents or the books cannot be shown, and the one table from that to gRPC.

use runtime::status::{self, Rule, Violation};
use time::Date;
use tonic::{Code, Status};

use crate::tax::rates::Percent;

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
    /// Another rate of a code begins on the day.
    #[error("The rate of {hsn} from {since} was set to {} before. A rate is never changed: choose another day.", Percent(i64::from(*.rate_basis_points)))]
    RateSet {
        /// The code.
        hsn: String,
        /// The day.
        since: Date,
        /// What was set, in hundredths of a percent.
        rate_basis_points: i32,
    },
    /// The code has the rate already.
    #[error("{hsn} is taxed at this rate since {since}. There is nothing to set.")]
    SameRate {
        /// The code.
        hsn: String,
        /// Since when.
        since: Date,
    },
    /// A correction's id was sent with something else.
    #[error("This correction was already sent with other details.")]
    CorrectionReused,
    /// What never happens.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
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
            Error::RateSet { .. } => status::with_reason(Code::FailedPrecondition, "RATE_SET", message),
            Error::SameRate { .. } => status::with_reason(Code::FailedPrecondition, "SAME_RATE", message),
            Error::CorrectionReused => Self::already_exists(message),
            Error::Impossible(what) => status::internal(what),
            Error::Database(error) => database::status(error, message),
        }
    }
}
