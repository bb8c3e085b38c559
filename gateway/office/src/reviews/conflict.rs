//! Why a change of a review is refused, with the current review where it is the reason.

use proto::review::v1::ModeratedReview;
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;

use crate::{request::errors::ChangeError, reviews::view::Review};

/// The error when a review changed since the client read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewChanged {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The reason, for staff.
    #[schema(example = "This review was changed meanwhile. Look at it again.")]
    message: String,
    /// Always `REVIEW_CHANGED`.
    #[schema(example = "REVIEW_CHANGED")]
    code: &'static str,
    /// The current review; absent if it is too long for an error. List it again then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Review>,
}

impl From<Status> for ChangeError<ReviewChanged> {
    fn from(status: Status) -> Self {
        if status.code() != Code::Aborted {
            return Self::Api(status.into());
        }
        let review: Option<ModeratedReview> = status::message(&status);
        Self::Conflict(Box::new(ReviewChanged {
            success: false,
            message: status.message().to_owned(),
            code: "REVIEW_CHANGED",
            data: review.and_then(|review| Review::from_contract(Some(review)).ok()),
        }))
    }
}
