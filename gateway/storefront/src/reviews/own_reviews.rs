//! The reviews of the logged-in shopper: the list, and changes.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use proto::review::v1::{ListOwnReviewsRequest, UpdateReviewRequest};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::{
        Answer, Refusal,
        error_responses::{BodyErrors, QueryErrors},
    },
    request::{json_body::JsonBody, query::QueryParams, whole_number::whole_number},
};

use crate::{
    account::session::{SessionToken, Shopper},
    catalog::{products::Products, ratings::rating::Rating},
    clients::Clients,
    request::{
        error_responses::{LimitErrors, SessionErrors},
        field_names::FieldNames,
        rate_limits::{Limited, Submissions},
    },
    reviews::{
        product_reviews::Reviews,
        refusal::{ReviewConflict, ReviewRefusal},
        view::{OwnReview, own_review},
    },
};

/// The message for a shopper who must log in to see their reviews.
const LOG_IN_FIRST: &str = "Please login to see your reviews.";

/// Lists the reviews of the logged-in shopper, newest first.
#[utoipa::path(
    get,
    path = "/api/v1/users/reviews",
    tag = "reviews",
    operation_id = "listOwnReviews",
    params(OwnReviewQuery),
    responses(
        (status = 200, description = "A page of reviews", body = Answer<ReviewPage>),
        QueryErrors,
        SessionErrors,
    ),
)]
pub(crate) async fn list(
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    token: SessionToken,
    QueryParams(query): QueryParams<OwnReviewQuery>,
) -> Result<Answer<ReviewPage>, Error> {
    let shopper = Shopper::load_or(&clients, token, LOG_IN_FIRST).await?;
    if query.after.as_deref() == Some("") {
        let broken = Rule::Malformed.says("Send the next of the page before, or nothing");
        return Err(Error::field(StatusCode::UNPROCESSABLE_ENTITY, "after", broken));
    }
    let request = ListOwnReviewsRequest {
        account_id: shopper.account_id,
        page_size: 0,
        page_token: query.after.unwrap_or_default(),
    };
    let page = clients
        .review
        .call(request)
        .await
        .map_err(|status| OwnReviewQuery::NAMES.refusal(status))?;
    let sold = products.current();
    let reviews = page.reviews.into_iter();
    let reviews = reviews.map(|review| own_review(review, sold.as_deref()));
    Ok(Answer::new(ReviewPage {
        reviews: reviews.collect::<Result<_, _>>()?,
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Changes a review of the logged-in shopper.
///
/// A review becomes verified if its author has received a pack of the product since.
#[utoipa::path(
    put,
    path = "/api/v1/users/reviews/{id}",
    tag = "reviews",
    operation_id = "changeReview",
    params(("id" = String, Path, description = "The review's `_id`")),
    request_body = ReviewChange,
    responses(
        (status = 200, description = "The review is changed", body = Answer<OwnReview>),
        BodyErrors,
        SessionErrors,
        LimitErrors,
        (status = 404, description = "The shopper has no such review", body = Refusal),
        (status = 409, description = "The review was changed meanwhile; `data` is the current review", body = ReviewConflict),
    ),
)]
pub(crate) async fn change(
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    State(reviews): State<Arc<Reviews>>,
    _: Limited<Submissions>,
    shopper: Shopper,
    Path(id): Path<String>,
    JsonBody(change): JsonBody<ReviewChange>,
) -> Result<Answer<OwnReview>, ReviewRefusal> {
    let request = UpdateReviewRequest {
        account_id: shopper.account_id,
        review_id: id,
        version: change.version,
        review: change.review,
        // An invalid rating is sent as -1, so that the review service reports all broken rules at once.
        rating_tenths: Rating::parse(&change.rating.to_string()).map_or(-1, |rating| rating.tenths.into()),
    };
    let sold = products.current();
    let changed = clients
        .review
        .call(request)
        .await
        .map_err(|status| ReviewRefusal::from_status(status, ReviewChange::NAMES, sold.as_deref()))?;
    // Refreshes the list, so that it shows the change.
    reviews.renew().await;
    let changed = changed
        .review
        .ok_or_else(|| Error::internal("the review service answered without the review"))?;
    Ok(Answer::new(own_review(changed, sold.as_deref())?).with_message("Review updated successfully!"))
}

/// Which page to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OwnReviewQuery {
    /// The `next` value of the previous page.
    #[param(nullable = false, min_length = 1)]
    after: Option<String>,
}

impl OwnReviewQuery {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("page_token", "after")]);
}

/// A page of reviews.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewPage {
    /// Newest first.
    reviews: Vec<OwnReview>,
    /// The `after` value of the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// A change of a review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ReviewChange {
    /// The `version` of the review that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The new text, at most 2,000 characters.
    #[schema(example = "Bitter, as it should be.")]
    review: String,
    /// 0 to 5 stars, in steps of 0.1.
    #[schema(value_type = Rating)]
    rating: Number,
}

impl ReviewChange {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("review_id", "id"),
        ("version", "version"),
        ("review", "review"),
        ("rating_tenths", "rating"),
    ]);
}
