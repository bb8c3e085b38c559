//! What shoppers gave each product: counted by the review service over all reviews, kept in memory here.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use proto::review::v1::{ListRatingsRequest, ProductRating};
use runtime::repeatable;
use tonic::{Code, Status};

use crate::{clients::Clients, products::Products, reviewed_products::ReviewedProducts};

/// Ratings asked for at once.
const PAGE_SIZE: i32 = 1_000;

/// What shoppers gave one product.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Given {
    /// How many reviews there are, at least one.
    pub(crate) count: i64,
    /// The sum of what they gave, in tenths of a star.
    pub(crate) tenths: i64,
}

/// What shoppers gave each product that has reviews, by the product's id; as last heard.
#[derive(Debug, Default)]
pub(crate) struct Ratings(RwLock<Arc<HashMap<String, Given>>>);

impl Ratings {
    /// What shoppers gave this product; none when it has no reviews.
    pub(crate) fn of(&self, product_id: &str) -> Option<Given> {
        let known = Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner));
        known.get(product_id).copied()
    }

    fn set(&self, ratings: HashMap<String, Given>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ratings);
    }
}

/// Asks the review service again. One of the version before knows no ratings: products are shown without, until it is
/// replaced.
pub(crate) async fn refresh(ratings: &Ratings, clients: &Clients, products: &Products) -> Result<(), Status> {
    let listed = match fetch(clients).await {
        Ok(listed) => listed,
        Err(status) if status.code() == Code::Unimplemented => return Ok(()),
        Err(status) => return Err(status),
    };
    let reviewed = ReviewedProducts::load(products).await;
    ratings.set(by_product(listed, &reviewed));
    Ok(())
}

async fn fetch(clients: &Clients) -> Result<Vec<ProductRating>, Status> {
    let (mut ratings, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = ListRatingsRequest {
            page_size: PAGE_SIZE,
            page_token,
        };
        let page = clients
            .review
            .call(async |mut reviews| reviews.list_ratings(repeatable(request)).await)
            .await?;
        ratings.extend(page.ratings);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return Ok(ratings);
        }
    }
}

/// A product has several names, and shoppers use them all.
fn by_product(listed: Vec<ProductRating>, reviewed: &ReviewedProducts) -> HashMap<String, Given> {
    let mut ratings: HashMap<String, Given> = HashMap::new();
    for rating in listed {
        if let Some(product) = reviewed.find(&rating.product_name) {
            let given = ratings.entry(product.id.clone()).or_default();
            given.count += rating.review_count;
            given.tenths += rating.rating_tenths_sum;
        }
    }
    ratings
}
