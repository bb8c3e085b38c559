//! Lists reviews by state.

use axum::http::StatusCode;
use proto::review::v1::{self as contract, ListModeratedReviewsRequest};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, request::query::QueryParams};

use crate::{
    request::errors::{ApiError, QueryErrors, StaffErrors},
    reviews::{state::ReviewState, view::Review},
    session::authorize::Session,
};

/// Lists reviews in a state.
///
/// Waiting reviews: flagged ones first (possible claims or contact details), then the longest waiting.
/// Others: the latest decision first.
#[utoipa::path(
    get,
    path = "/api/office/v1/reviews",
    tag = "reviews",
    operation_id = "listModeratedReviews",
    params(ReviewQuery),
    responses(
        (status = 200, description = "A page of reviews", body = Answer<ReviewPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<ReviewQuery>,
) -> Result<Answer<ReviewPage>, ApiError> {
    let state = query.state()?;
    let request = ListModeratedReviewsRequest {
        state: contract::ReviewState::from(state).into(),
        is_flagged: query.flagged.unwrap_or_default(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    let reviews = page
        .reviews
        .into_iter()
        .map(|message| Review::from_contract(Some(message)));
    Ok(Answer::new(ReviewPage {
        reviews: reviews.collect::<Result<_, _>>()?,
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which reviews to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewQuery {
    /// The state; waiting reviews if absent.
    #[param(value_type = Option<ReviewState>, nullable = false)]
    state: Option<String>,
    /// True for only reviews that may hold a forbidden claim or contact details.
    #[param(nullable = false)]
    flagged: Option<bool>,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

impl ReviewQuery {
    fn state(&self) -> Result<ReviewState, Error> {
        match self.state.as_deref() {
            None | Some("") => Ok(ReviewState::Waiting),
            Some(name) => ReviewState::parse(name).ok_or_else(|| {
                let broken = Rule::Unknown.says("must be waiting, approved or refused");
                Error::field(StatusCode::UNPROCESSABLE_ENTITY, "state", broken)
            }),
        }
    }
}

/// A page of reviews.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewPage {
    /// In the order of the state.
    reviews: Vec<Review>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}
