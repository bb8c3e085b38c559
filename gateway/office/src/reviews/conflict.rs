//! Why a change of a review is refused; with the review as it stands, where that is why.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use proto::review::v1::ModeratedReview;
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{Error, answer};

use crate::{request::refusal::Refused, reviews::view::Review};

/// Why a change of a review is refused.
#[derive(Debug)]
pub(crate) enum ReviewRefused {
    /// It is refused for a reason that any request may have.
    Refused(Refused),
    /// Its writer or somebody of the staff changed it before.
    Changed(Box<ReviewChanged>),
}

/// An answer to a change of a review that does not stand any more as it was looked at.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewChanged {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// Why, fit for the people of the shop.
    #[schema(example = "This review was changed meanwhile. Look at it again.")]
    message: String,
    /// Always `REVIEW_CHANGED`.
    #[schema(example = "REVIEW_CHANGED")]
    code: &'static str,
    /// The review as it stands; absent when it is too long to come along: then it is to be listed again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Review>,
}

impl From<Status> for ReviewRefused {
    fn from(status: Status) -> Self {
        if status.code() != Code::Aborted {
            return Self::Refused(status.into());
        }
        let review: Option<ModeratedReview> = status::message(&status);
        Self::Changed(Box::new(ReviewChanged {
            success: false,
            message: status.message().to_owned(),
            code: "REVIEW_CHANGED",
            data: review.and_then(|review| Review::read(Some(review)).ok()),
        }))
    }
}

impl From<Refused> for ReviewRefused {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<Error> for ReviewRefused {
    fn from(error: Error) -> Self {
        Self::Refused(error.into())
    }
}

impl IntoResponse for ReviewRefused {
    fn into_response(self) -> Response {
        match self {
            Self::Refused(refused) => refused.into_response(),
            Self::Changed(changed) => (StatusCode::CONFLICT, answer::json(&changed)).into_response(),
        }
    }
}
