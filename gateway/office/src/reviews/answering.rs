//! The shop's answer to a review.

use axum::extract::Path;
use proto::review::v1::AnswerReviewRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    reviews::{conflict::ReviewChanged, view::Review},
    session::authorize::Session,
};

/// Sets the shop's answer below a review. A retry returns the review as it now is.
#[utoipa::path(
    put,
    path = "/api/office/v1/reviews/{id}/answer",
    tag = "reviews",
    operation_id = "answerReview",
    params(("id" = String, Path, format = "uuid", description = "The review's id")),
    request_body = ShopAnswer,
    responses(
        (status = 200, description = "The current review", body = Answer<Review>),
        (status = 404, description = "There is no such review", body = Refusal),
        (status = 409, description = "Its author or another staff member changed it: `data` is the current review", body = ReviewChanged),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn answer(
    session: Session,
    Path(review_id): Path<String>,
    JsonBody(answer): JsonBody<ShopAnswer>,
) -> Result<Answer<Review>, ChangeError<ReviewChanged>> {
    let authorization = session.authorize::<AnswerReviewRequest>(&review_id).await?;
    let request = AnswerReviewRequest {
        review_id,
        version: answer.version,
        answer: answer.answer,
    };
    let answered = authorization.call(request).await?;
    Ok(Answer::new(Review::from_contract(answered.review)?))
}

/// The shop's answer to a review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ShopAnswer {
    /// The `version` of the review that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The public text; empty to remove the answer.
    #[schema(max_length = 1_000)]
    answer: String,
}
