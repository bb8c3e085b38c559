//! Reviews: written by logged-in shoppers, public to read, with a photo of the product.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
};
use proto::review::v1::{CreateReviewRequest, ListReviewsRequest};
use runtime::status::Rule;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::{Answer, Refusal, encoded::Encoded},
    request::{form_body::MultipartBody, query::QueryParams},
};

use crate::{
    account::session::Shopper,
    cache::list_cache::ListCache,
    catalog::{products::Products, ratings::rating::Rating},
    clients::Clients,
    request::{
        error_responses::{LimitErrors, SessionErrors},
        field_names::FieldNames,
        limited_search::LimitedSearch,
        rate_limits::{Limited, Submissions},
    },
    reviews::{
        refusal::{ReviewConflict, ReviewRefusal},
        view::{NewReview, Review, with_picture},
    },
};

/// The front end reads the list at every start; browsers may show a stale copy while they revalidate.
const CACHE_CONTROL: &str = "public, max-age=30, stale-while-revalidate=600";

/// The longest list, and the default length.
const MOST: usize = 200;

/// The message when a review is published.
const SUBMITTED: &str = "Review submitted successfully!";

/// The message when a review is held.
const SUBMITTED_AND_HELD: &str =
    "Review submitted successfully! It will appear in the shop once we have checked it.";

/// Lists the newest reviews, newest first.
///
/// The whole list is served from memory. A request with the `ETag` of an earlier answer in `If-None-Match`
/// gets 304 while nothing changed.
#[utoipa::path(
    get,
    path = "/api/v1/users/getallreview",
    tag = "reviews",
    operation_id = "listReviews",
    params(ReviewQuery),
    responses(
        (status = 200, description = "The reviews", body = Answer<Vec<Review>>),
        (status = 304, description = "The answer with that `ETag` is current"),
        (status = 400, description = "The query cannot be read", body = Refusal),
        (status = 422, description = "The limit is not one, or no product can have the name", body = Refusal),
        (status = 429, description = "Too many questions by `productname`; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "The reviews have not been loaded yet; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn list(
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    State(reviews): State<Arc<Reviews>>,
    _: LimitedSearch,
    QueryParams(query): QueryParams<ReviewQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let limit = query.limit()?;
    if let Some(product_name) = query.productname.filter(|name| !name.trim().is_empty()) {
        let sold = products.current();
        let product = sold
            .as_ref()
            .and_then(|sold| sold.find_by_name(product_name.trim()));
        let asked = ReviewsOf {
            product_id: product.map(|product| product.id.to_string()).unwrap_or_default(),
            product_name,
        };
        let found = fetch(&clients, &products, limit, asked);
        let found = found.await.map_err(|status| ReviewQuery::NAMES.refusal(status))?;
        return Ok(Answer::new(found).into_response());
    }
    let list = reviews.get().await?;
    if limit == MOST {
        return Ok(list.body.response(&headers, CACHE_CONTROL));
    }
    let newest: Vec<_> = list.items.iter().take(limit).collect();
    Ok(Answer::new(newest).into_response())
}

/// Adds a review of the logged-in shopper.
///
/// It is verified if the shopper received a pack of the product, once per product. A review that may hold a
/// forbidden claim or contact details is held until staff approve it. The owner can hold all reviews.
#[utoipa::path(
    post,
    path = "/api/v1/users/review",
    tag = "reviews",
    operation_id = "createReview",
    request_body(content = ReviewForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The review is stored", body = Answer<NewReview>),
        SessionErrors,
        LimitErrors,
        (status = 400, description = "The form cannot be read", body = Refusal),
        (status = 409, description = "Every pack of the product that the shopper got has a review; `data` is the one to change instead", body = ReviewConflict),
        (status = 413, description = "The body is larger than 64 KiB", body = Refusal),
        (status = 415, description = "The body's type is not multipart/form-data", body = Refusal),
        (status = 422, description = "A value breaks a rule", body = Refusal),
    ),
)]
pub(crate) async fn create(
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    State(reviews): State<Arc<Reviews>>,
    _: Limited<Submissions>,
    shopper: Shopper,
    MultipartBody(mut fields): MultipartBody,
) -> Result<(StatusCode, Answer<NewReview>), ReviewRefusal> {
    let sold = products.current();
    let name = fields.take("name")?;
    let product_name = fields.take("productname")?;
    let product = sold
        .as_ref()
        .and_then(|sold| sold.find_by_name(product_name.trim()));
    let request = CreateReviewRequest {
        account_id: shopper.account_id,
        name,
        product_id: product.map(|product| product.id.to_string()).unwrap_or_default(),
        product_name,
        review: fields.take("review")?,
        // An invalid rating is sent as -1, so that the review service reports all broken rules at once.
        rating_tenths: Rating::parse(&fields.take("rating")?).map_or(-1, |rating| rating.tenths.into()),
    };
    let created = clients
        .review
        .call(request)
        .await
        .map_err(|status| ReviewRefusal::from_status(status, ReviewForm::NAMES, sold.as_deref()))?;
    // Refreshes the list, so that it has the review.
    reviews.renew().await;
    let is_held = created.is_held;
    let created = created
        .review
        .ok_or_else(|| Error::internal("the review service answered without the review"))?;
    let review = with_picture(created, sold.as_deref());
    let message = if is_held { SUBMITTED_AND_HELD } else { SUBMITTED };
    let answer = Answer::new(NewReview { review, is_held }).with_message(message);
    Ok((StatusCode::CREATED, answer))
}

/// Which reviews to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReviewQuery {
    /// The most reviews to return: 1 to 200, by default 200.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, nullable = false)]
    limit: Option<String>,
    /// Only reviews of the product with this name, in any case, including those that use another of its
    /// names.
    #[param(nullable = false)]
    productname: Option<String>,
}

impl ReviewQuery {
    pub(crate) const NAMES: &FieldNames =
        &FieldNames::flat(&[("limit", "limit"), ("product_name", "productname")]);

    fn limit(&self) -> Result<usize, Error> {
        let Some(limit) = &self.limit else { return Ok(MOST) };
        let wanted: i64 = limit.parse().map_err(|_| no_limit(Rule::NotWhole))?;
        let wanted = usize::try_from(wanted).ok();
        wanted
            .filter(|wanted| (1..=MOST).contains(wanted))
            .ok_or_else(|| {
                let max = i64::try_from(MOST).expect("no list is that long");
                no_limit(Rule::OutOfRange { min: 1, max })
            })
    }
}

fn no_limit(rule: Rule) -> Error {
    let broken = rule.says(format!("must be a whole number from 1 to {MOST}"));
    Error::field(StatusCode::UNPROCESSABLE_ENTITY, "limit", broken)
}

/// A new review.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a form, whose fields are read one by one")]
pub(crate) struct ReviewForm {
    /// The public name of the author, at most 60 characters.
    #[schema(example = "Asha Patel")]
    name: String,
    /// The product's name, as the shopper writes it.
    #[schema(example = "Karela Powder")]
    productname: String,
    /// The text, at most 2,000 characters.
    review: String,
    /// 0 to 5 stars, in steps of 0.1.
    rating: Rating,
}

impl ReviewForm {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("name", "name"),
        ("product_name", "productname"),
        ("review", "review"),
        ("rating_tenths", "rating"),
    ]);
}

/// The newest reviews, and the encoded answer with them.
#[derive(Debug)]
pub(crate) struct ReviewList {
    items: Vec<Review>,
    body: Encoded,
}

/// The cached list of the newest reviews.
pub(crate) type Reviews = ListCache<ReviewList>;

/// Keeps the list of the newest reviews in memory until `stopping` is cancelled.
pub(crate) async fn keep_fresh(
    reviews: Arc<Reviews>,
    products: Arc<Products>,
    clients: Arc<Clients>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    let fetch = async |known| {
        let newest = fetch(&clients, &products, MOST, ReviewsOf::default()).await?;
        encode(newest, known).await
    };
    reviews.keep_fresh(fetch, stopping).await
}

/// Compresses the list only if it differs from the one in memory.
async fn encode(reviews: Vec<Review>, known: Option<Arc<ReviewList>>) -> Result<Arc<ReviewList>, Status> {
    let encoding = tokio::task::spawn_blocking(move || {
        let answer = Answer::new(reviews);
        let bytes = answer.to_bytes();
        known.filter(|known| known.body.is_of(&bytes)).unwrap_or_else(|| {
            let items = answer.into_data();
            let body = Encoded::new("application/json", bytes);
            Arc::new(ReviewList { items, body })
        })
    });
    let encoded = encoding.await;
    encoded.map_err(|error| Status::internal(error.to_string()))
}

/// The product of the requested reviews; empty for all products.
#[derive(Debug, Default)]
struct ReviewsOf {
    product_id: String,
    product_name: String,
}

async fn fetch(
    clients: &Clients,
    products: &Products,
    limit: usize,
    of: ReviewsOf,
) -> Result<Vec<Review>, Status> {
    let request = ListReviewsRequest {
        limit: i32::try_from(limit).expect("the limit is small"),
        product_name: of.product_name,
        product_id: of.product_id,
    };
    let listed = clients.review.call(request).await?;
    // Reviews are shown without photos while the catalog is down.
    let sold = products.get().await.ok();
    let reviews = listed.reviews.into_iter();
    Ok(reviews
        .map(|review| with_picture(review, sold.as_deref()))
        .collect())
}
