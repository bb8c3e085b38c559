//! Why a review is refused, or its change; with the review as it stands, where that is why.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use proto::review::v1 as review;
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{Error, answer};

use crate::{
    request::field_names::FieldNames,
    reviews::view::{OwnReview, own},
    shelf::listing::Listing,
};

/// Why a review is refused, or its change.
#[derive(Debug)]
pub(crate) enum ReviewRefusal {
    /// The review is refused for a reason that any request may have.
    Plain(Error),
    /// There is one already, or it is not as its writer saw it.
    Conflict(Box<ReviewConflict>),
}

/// An answer to a review that cannot be kept so: with it the shopper can go on from the one that is kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// What stands in the way, fit for the shopper.
    #[schema(example = "You have reviewed this product already. You can change your review instead.")]
    message: String,
    /// Why: `ALREADY_REVIEWED` or `REVIEW_CHANGED`.
    #[schema(example = "ALREADY_REVIEWED")]
    code: String,
    /// The review that is kept, as it stands.
    data: OwnReview,
}

impl ReviewRefusal {
    /// Reads the review service's error.
    pub(crate) fn read(status: Status, names: &FieldNames, products: Option<&Listing>) -> Self {
        let is_conflict = [Code::AlreadyExists, Code::Aborted].contains(&status.code());
        let kept = is_conflict.then(|| status::message::<review::OwnReview>(&status));
        let kept = kept.flatten().and_then(|kept| own(kept, products).ok());
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
