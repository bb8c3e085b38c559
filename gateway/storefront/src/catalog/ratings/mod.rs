//! The ratings of products, as last fetched from the review service.

pub(crate) mod rating;
pub(crate) mod refresh;

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use crate::catalog::ratings::rating::AggregateRating;

/// Ratings by product id.
pub(crate) type RatingsById = HashMap<Box<str>, AggregateRating>;

/// The last fetched ratings of products with reviews, by product id.
#[derive(Debug, Default)]
pub(crate) struct Ratings(RwLock<Arc<RatingsById>>);

impl Ratings {
    pub(crate) fn current(&self) -> Arc<RatingsById> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set(&self, ratings: RatingsById) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ratings);
    }
}
