//! Errors of the review service and their gRPC statuses.

use runtime::status::{self, Violation};
use tonic::{Code, Status};

use crate::review::{moderated_review::ModeratedReview, rules::OwnReview};

/// An error of the review service. Its text is shown to the shopper or the staff member.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// Every pack that the account bought of the product has a review; this is the newest.
    #[error("You have reviewed this product already. You can change your review instead.")]
    AlreadyReviewed(Box<OwnReview>),
    /// The review was changed in the meantime; this is its current version.
    #[error("This review was changed meanwhile. Look at it again.")]
    Changed(Box<OwnReview>),
    /// The same as `Changed`, with the view of staff.
    #[error("This review was changed meanwhile. Look at it again.")]
    ChangedForStaff(Box<ModeratedReview>),
    /// No review has this id.
    #[error("There is no such review.")]
    NoReview,
    /// No review has this id, or it belongs to another account.
    #[error("You have no such review.")]
    Unknown,
    /// An internal inconsistency.
    #[error("Something went wrong.")]
    Impossible(&'static str),
    /// A database query failed.
    #[error("Reviews cannot be read or written right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::AlreadyReviewed(_) => {
                status::with_reason(Code::AlreadyExists, "ALREADY_REVIEWED", message)
            }
            Error::Changed(_) | Error::ChangedForStaff(_) => {
                status::with_reason(Code::Aborted, "REVIEW_CHANGED", message)
            }
            Error::Unknown | Error::NoReview => Self::not_found(message),
            Error::Impossible(what) => Self::internal(what),
            Error::Database(error) => database::status(error, message),
        }
    }
}
