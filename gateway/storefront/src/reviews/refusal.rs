//! Why a review or its change is refused, with the current review where it is the reason.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use proto::review::v1 as review;
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{Error, answer};

use crate::{
    catalog::listing::Listing,
    request::field_names::FieldNames,
    reviews::view::{OwnReview, own_review},
};

/// Why a review or its change is refused.
#[derive(Debug)]
pub(crate) enum ReviewRefusal {
    /// A reason common to all requests.
    Plain(Error),
    /// The shopper already has a review, or the review changed since the client read it.
    Conflict(Box<ReviewConflict>),
}

/// The error when a review conflicts with the stored one. The client can continue from the stored review.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The reason, for the shopper.
    #[schema(example = "You have reviewed this product already. You can change your review instead.")]
    message: String,
    /// The code: `ALREADY_REVIEWED` or `REVIEW_CHANGED`.
    #[schema(example = "ALREADY_REVIEWED")]
    code: String,
    /// The stored review.
    data: OwnReview,
}

impl ReviewRefusal {
    /// Reads the review service's error.
    pub(crate) fn from_status(status: Status, names: &FieldNames, products: Option<&Listing>) -> Self {
        let is_conflict = [Code::AlreadyExists, Code::Aborted].contains(&status.code());
        let kept = is_conflict.then(|| status::message::<review::OwnReview>(&status));
        let kept = kept.flatten().and_then(|kept| own_review(kept, products).ok());
        match kept {
            Some(data) => Self::Conflict(Box::new(ReviewConflict {
                success: false,
                message: status.message().to_owned(),
                code: status::details(&status)
                    .reason
                    .unwrap_or_else(|| "CONFLICT".to_owned()),
                data,
            })),
            None => Self::Plain(names.refusal(status)),
        }
    }
}

impl From<Error> for ReviewRefusal {
    fn from(error: Error) -> Self {
        Self::Plain(error)
    }
}

impl IntoResponse for ReviewRefusal {
    fn into_response(self) -> Response {
        match self {
            Self::Plain(error) => error.into_response(),
            Self::Conflict(conflict) => (StatusCode::CONFLICT, answer::json(&conflict)).into_response(),
        }
    }
}
