//! The door: requests become reviews, kept reviews become answers.

use proto::review::v1::{
    CreateReviewRequest, CreateReviewResponse, GetRatingsRequest, GetRatingsResponse, ListRatingsRequest,
    ListRatingsResponse, ListReviewsRequest, ListReviewsResponse, ProductRating, Review,
    review_service_server::ReviewService,
};
use runtime::status::Violation;
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    review::{self, Details},
    store,
};

/// The longest list there is.
const MAX_LIMIT: i32 = 200;

/// The longest page of ratings.
const MAX_PAGE: i32 = 1_000;

/// Products that ratings may be asked for at once.
const MAX_NAMES: usize = 50;

/// The gRPC service.
#[derive(Debug)]
pub struct Api {
    /// The reviews.
    pub db: PgPool,
}

#[async_trait]
impl ReviewService for Api {
    async fn create_review(
        &self,
        request: Request<CreateReviewRequest>,
    ) -> Result<Response<CreateReviewResponse>, Status> {
        let new = details(request.into_inner()).check().map_err(Error::Invalid)?;
        let kept = store::insert(&self.db, new).await.map_err(Error::Database)?;
        metrics::counter!("reviews_written_total").increment(1);
        tracing::info!(review_id = %kept.id, "a review was written");
        Ok(Response::new(CreateReviewResponse {
            review: Some(answer(kept)),
        }))
    }

    async fn list_reviews(
        &self,
        request: Request<ListReviewsRequest>,
    ) -> Result<Response<ListReviewsResponse>, Status> {
        let ListReviewsRequest { limit, product_name } = request.into_inner();
        if !(1..=MAX_LIMIT).contains(&limit) {
            let message = format!("Ask for 1 to {MAX_LIMIT} reviews");
            return Err(Error::Invalid(vec![Violation::new("limit", message)]).into());
        }
        let reviews = match read_product_name(&product_name)? {
            None => store::newest(&self.db, limit.into()).await,
            Some(name) => store::newest_of(&self.db, &name, limit.into()).await,
        };
        let reviews = reviews
            .map_err(Error::Database)?
            .into_iter()
            .map(answer)
            .collect();
        Ok(Response::new(ListReviewsResponse { reviews }))
    }

    async fn list_ratings(
        &self,
        request: Request<ListRatingsRequest>,
    ) -> Result<Response<ListRatingsResponse>, Status> {
        let ListRatingsRequest {
            page_size,
            page_token,
        } = request.into_inner();
        if !(1..=MAX_PAGE).contains(&page_size) {
            let message = format!("Ask for 1 to {MAX_PAGE} ratings");
            return Err(Error::Invalid(vec![Violation::new("page_size", message)]).into());
        }
        let after = read_page_token(&page_token)?;
        let ratings = store::ratings_after(&self.db, &after, page_size.into())
            .await
            .map_err(Error::Database)?;
        let is_full = i32::try_from(ratings.len()).is_ok_and(|length| length == page_size);
        let last = ratings.last().filter(|_| is_full);
        Ok(Response::new(ListRatingsResponse {
            next_page_token: last.map_or_else(String::new, |last| last.product_name.clone()),
            ratings: ratings.into_iter().map(rating).collect(),
        }))
    }

    async fn get_ratings(
        &self,
        request: Request<GetRatingsRequest>,
    ) -> Result<Response<GetRatingsResponse>, Status> {
        let names = read_product_names(&request.into_inner().product_names)?;
        let ratings = store::ratings_of(&self.db, &names).await;
        let ratings = ratings.map_err(Error::Database)?.into_iter().map(rating);
        Ok(Response::new(GetRatingsResponse {
            ratings: ratings.collect(),
        }))
    }
}

fn read_product_names(names: &[String]) -> Result<Vec<String>, Error> {
    let refused = |message| Error::Invalid(vec![Violation::new("product_names", message)]);
    if !(1..=MAX_NAMES).contains(&names.len()) {
        return Err(refused(format!("Ask about 1 to {MAX_NAMES} names")));
    }
    let read = names.iter().map(|name| review::read_product_name(name));
    read.collect::<Result<_, _>>().map_err(refused)
}

/// The name after which a page begins; the empty one comes before all.
fn read_page_token(page_token: &str) -> Result<String, Error> {
    if page_token.is_empty() {
        return Ok(String::new());
    }
    review::read_product_name(page_token).map_err(|_| {
        let message = "This is not the token of a page";
        Error::Invalid(vec![Violation::new("page_token", message)])
    })
}

/// The product that a list is asked about; none when it is about all.
fn read_product_name(product_name: &str) -> Result<Option<String>, Error> {
    if product_name.trim().is_empty() {
        return Ok(None);
    }
    let read = review::read_product_name(product_name);
    read.map(Some)
        .map_err(|message| Error::Invalid(vec![Violation::new("product_name", message)]))
}

fn details(request: CreateReviewRequest) -> Details {
    Details {
        account_id: request.account_id,
        name: request.name,
        product_name: request.product_name,
        review: request.review,
        rating_tenths: request.rating_tenths,
    }
}

fn answer(review: review::Review) -> Review {
    Review {
        id: review.id.to_string(),
        name: review.name,
        product_name: review.product_name,
        review: review.review,
        rating_tenths: review.rating_tenths.into(),
        is_sample: review.is_sample,
    }
}

fn rating(rating: review::Rating) -> ProductRating {
    ProductRating {
        product_name: rating.product_name,
        review_count: rating.review_count,
        rating_tenths_sum: rating.rating_tenths_sum,
    }
}
