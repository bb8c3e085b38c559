//! What shoppers gave each product, as it was last heard of the review service.

pub(crate) mod rating;
pub(crate) mod refresh;

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use crate::shelf::ratings::rating::AggregateRating;

/// Ratings by the product's id.
pub(crate) type ById = HashMap<Box<str>, AggregateRating>;

/// What shoppers gave each product that has reviews, by the product's id; as last heard.
#[derive(Debug, Default)]
pub(crate) struct Ratings(RwLock<Arc<ById>>);

impl Ratings {
    pub(crate) fn current(&self) -> Arc<ById> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set(&self, ratings: ById) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ratings);
    }
}
