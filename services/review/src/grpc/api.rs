//! The gRPC API for shoppers.

use proto::review::v1::{
    CreateReviewRequest, CreateReviewResponse, ListOwnReviewsRequest, ListOwnReviewsResponse,
    ListRatingsRequest, ListRatingsResponse, ListReviewsRequest, ListReviewsResponse, UpdateReviewRequest,
    UpdateReviewResponse, review_service_server::ReviewService,
};
use runtime::status::{Rule, field};
use shop_facts::KnownShop;
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use values::{Cursor, Page};

use crate::{
    error::Error,
    grpc::{
        messages::{change, details, error_status, invalid, own, rating, review_message},
        rating_cursor::RatingCursor,
    },
    purchases::orders::Orders,
    review::{own_reviews, rating_store, review_store, rules},
    writing::{edit_review, write_review},
};

/// The maximum length of a list.
const MAX_LIMIT: i32 = 200;

/// The maximum page size of ratings.
const MAX_PAGE: i32 = 1_000;

/// The implementation of `ReviewService`.
#[derive(Debug)]
pub struct Api {
    /// The database.
    pub db: PgPool,
    /// The order service, which knows the purchases of accounts.
    pub orders: Orders,
    /// The shop profile; it says whether new reviews are held.
    pub shop: KnownShop,
}

impl Api {
    /// True if the owner holds every review until staff have read it.
    fn holds_all(&self) -> bool {
        self.shop.get().is_some_and(|shop| shop.holds_reviews)
    }
}

#[async_trait]
impl ReviewService for Api {
    async fn create_review(
        &self,
        request: Request<CreateReviewRequest>,
    ) -> Result<Response<CreateReviewResponse>, Status> {
        let new = details(request.into_inner()).validate().map_err(Error::Invalid)?;
        let stored = write_review::write(&self.db, &self.orders, new, self.holds_all()).await;
        let (stored, is_held) = stored.map_err(error_status)?;
        metrics::counter!("reviews_written_total").increment(1);
        tracing::info!(review_id = %stored.id, is_verified = stored.is_verified, is_held, "a review was written");
        Ok(Response::new(CreateReviewResponse {
            review: Some(review_message(stored)),
            is_held,
        }))
    }

    async fn update_review(
        &self,
        request: Request<UpdateReviewRequest>,
    ) -> Result<Response<UpdateReviewResponse>, Status> {
        let edit = change(request.into_inner()).validate().map_err(Error::Invalid)?;
        let changed = edit_review::edit(&self.db, edit, self.holds_all()).await;
        Ok(Response::new(UpdateReviewResponse {
            review: Some(own(changed.map_err(error_status)?)),
        }))
    }

    async fn list_own_reviews(
        &self,
        request: Request<ListOwnReviewsRequest>,
    ) -> Result<Response<ListOwnReviewsResponse>, Status> {
        let request = request.into_inner();
        let mut violations = Vec::new();
        let account_id = rules::read_account_id(&request.account_id);
        let account_id = field("account_id", account_id, &mut violations);
        let page = Page::read("reviews", request.page_size, &request.page_token, &mut violations);
        let (Some(account_id), Some(page)) = (account_id, page) else {
            return Err(Error::Invalid(violations).into());
        };
        let reviews = own_reviews::page(&self.db, account_id, page).await;
        let reviews = reviews.map_err(Error::Database)?;
        Ok(Response::new(ListOwnReviewsResponse {
            next_page_token: page.next(&reviews, |last| Cursor {
                at: last.review.written_at,
                id: last.review.id,
            }),
            reviews: reviews.into_iter().map(own).collect(),
        }))
    }

    async fn list_reviews(
        &self,
        request: Request<ListReviewsRequest>,
    ) -> Result<Response<ListReviewsResponse>, Status> {
        let ListReviewsRequest {
            limit,
            product_name,
            product_id,
        } = request.into_inner();
        if !(1..=MAX_LIMIT).contains(&limit) {
            let broken = size_of_up_to(MAX_LIMIT).says(format!("Ask for 1 to {MAX_LIMIT} reviews"));
            return Err(invalid("limit", broken).into());
        }
        let product_id =
            rules::read_product_id(&product_id).map_err(|broken| invalid("product_id", broken))?;
        let (name, limit) = (read_product_name(&product_name)?, limit.into());
        let reviews = match (product_id, &name) {
            (Some(id), name) => review_store::newest_of(&self.db, id, name.as_deref(), limit).await,
            (None, Some(name)) => review_store::newest_named(&self.db, name, limit).await,
            (None, None) => review_store::newest(&self.db, limit).await,
        };
        let reviews = reviews
            .map_err(Error::Database)?
            .into_iter()
            .map(review_message)
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
            let broken = size_of_up_to(MAX_PAGE).says(format!("Ask for 1 to {MAX_PAGE} ratings"));
            return Err(invalid("page_size", broken).into());
        }
        let cursor = RatingCursor::parse(&page_token)?;
        let ratings = ratings_page(&self.db, cursor, page_size).await;
        let ratings = ratings.map_err(Error::Database)?;
        let is_full = i32::try_from(ratings.len()).is_ok_and(|length| length == page_size);
        let last = ratings.last().filter(|_| is_full);
        Ok(Response::new(ListRatingsResponse {
            next_page_token: last.map_or_else(String::new, |last| RatingCursor::from_rating(last).to_token()),
            ratings: ratings.into_iter().map(rating).collect(),
        }))
    }
}

/// Returns a page of ratings: first those of products, then those of names without a product.
async fn ratings_page(db: &PgPool, cursor: RatingCursor, page_size: i32) -> sqlx::Result<Vec<rules::Rating>> {
    let (mut ratings, name) = match cursor {
        RatingCursor::Product(id) => {
            let of_products = rating_store::of_products(db, id, page_size.into()).await?;
            (of_products, String::new())
        }
        RatingCursor::Name(name) => (Vec::new(), name),
    };
    let left = page_size - i32::try_from(ratings.len()).unwrap_or(page_size);
    if left > 0 {
        ratings.extend(rating_store::of_names(db, &name, left.into()).await?);
    }
    Ok(ratings)
}

/// Parses the product filter of a list. `None` for all products.
fn read_product_name(product_name: &str) -> Result<Option<String>, Error> {
    if product_name.trim().is_empty() {
        return Ok(None);
    }
    let read = rules::read_product_name(product_name);
    read.map(Some).map_err(|broken| invalid("product_name", broken))
}

/// The allowed range of a list's size.
fn size_of_up_to(most: i32) -> Rule {
    Rule::OutOfRange {
        min: 1,
        max: most.into(),
    }
}
