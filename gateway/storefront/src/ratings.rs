//! What shoppers gave a product: counted by the review service over all reviews, asked for when somebody looks at the
//! product, and remembered for a while.

use std::time::{Duration, Instant};

use proto::review::v1::GetRatingsRequest;
use quick_cache::sync::Cache;
use runtime::repeatable;
use tonic::{Code, Status};

use crate::{
    clients::Clients,
    listing::{Entry, Listing},
};

/// How long an answer holds: a page may tell what was true then.
const HOLDS: Duration = Duration::from_secs(10);

/// How long a page waits for it. Without an answer it is drawn with what was known before, or without a rating.
const PATIENCE: Duration = Duration::from_millis(500);

/// Products whose ratings are remembered.
const REMEMBERED: usize = 10_000;

/// Names of a product that are asked about; the contract allows no more.
const MOST_NAMES: usize = 50;

/// What shoppers gave one product.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Given {
    /// How many reviews there are, at least one.
    pub(crate) count: i64,
    /// The sum of what they gave, in tenths of a star.
    pub(crate) tenths: i64,
}

#[derive(Debug, Clone, Copy)]
struct Heard {
    /// None when it has no reviews, or nobody knows.
    given: Option<Given>,
    at: Instant,
}

/// What shoppers gave the products that somebody looked at, by the product's id.
#[derive(Debug)]
pub(crate) struct Ratings(Cache<Box<str>, Heard>);

impl Default for Ratings {
    fn default() -> Self {
        Self(Cache::new(REMEMBERED))
    }
}

impl Ratings {
    /// What shoppers gave this product; none when it has no reviews.
    pub(crate) async fn of(&self, clients: &Clients, list: &Listing, entry: &Entry) -> Option<Given> {
        let known = self.0.get(&entry.id);
        if let Some(known) = known.filter(|known| known.at.elapsed() < HOLDS) {
            return known.given;
        }
        let asked = tokio::time::timeout(PATIENCE, ask(clients, list, entry)).await;
        let given = match asked {
            Ok(Ok(given)) => given,
            // Nobody asks again at once: a service that is away would hold up every page.
            _ => known.and_then(|known| known.given),
        };
        let at = Instant::now();
        self.0.insert(entry.id.clone(), Heard { given, at });
        given
    }
}

/// A product has several names, and shoppers use them all. A review service of the version before knows no ratings of single
/// products: they are shown without, until it is replaced.
async fn ask(clients: &Clients, list: &Listing, entry: &Entry) -> Result<Option<Given>, Status> {
    let names = list.names_of(entry).take(MOST_NAMES).map(str::to_owned);
    let request = GetRatingsRequest {
        product_names: names.collect(),
    };
    let asked = clients
        .review
        .call(async |mut reviews| reviews.get_ratings(repeatable(request)).await);
    let ratings = match asked.await {
        Ok(answer) => answer.ratings,
        Err(status) if status.code() == Code::Unimplemented => Vec::new(),
        Err(status) => return Err(status),
    };
    let given = ratings.iter().fold(Given::default(), |given, rating| Given {
        count: given.count + rating.review_count,
        tenths: given.tenths + rating.rating_tenths_sum,
    });
    Ok((given.count > 0).then_some(given))
}
