//! Approves and refuses reviews.

use axum::extract::Path;
use proto::review::v1::{ModerateReviewRequest, ReviewState};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    reviews::{conflict::ReviewChanged, state::DecidedState, view::Review},
    session::authorize::Session,
};

/// Approves or refuses a review. A retry returns the review as it now is.
#[utoipa::path(
    post,
    path = "/api/office/v1/reviews/{id}/decision",
    tag = "reviews",
    operation_id = "moderateReview",
    params(("id" = String, Path, format = "uuid", description = "The review's id")),
    request_body = Decision,
    responses(
        (status = 200, description = "The current review", body = Answer<Review>),
        (status = 404, description = "There is no such review", body = Refusal),
        (status = 409, description = "Its author or another staff member changed it: `data` is the current review", body = ReviewChanged),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn decide(
    session: Session,
    Path(review_id): Path<String>,
    JsonBody(decision): JsonBody<Decision>,
) -> Result<Answer<Review>, ChangeError<ReviewChanged>> {
    let authorization = session.authorize::<ModerateReviewRequest>(&review_id).await?;
    let request = ModerateReviewRequest {
        review_id,
        version: decision.version,
        state: ReviewState::from(decision.state).into(),
        reason: decision.reason.unwrap_or_default(),
    };
    let decided = authorization.call(request).await?;
    Ok(Answer::new(Review::from_contract(decided.review)?))
}

/// A decision about a review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
#[schema(as = ReviewDecision)]
pub(crate) struct Decision {
    /// The `version` of the review that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The decision.
    state: DecidedState,
    /// The reason of a refusal, one line, shown to the author; only with a refusal.
    #[schema(min_length = 1, max_length = 300)]
    reason: Option<String>,
}
