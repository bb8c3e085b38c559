//! Fetches the ratings of all products from the review service and adds them to the product list. Cards,
//! pages and search engines then show the same.

use std::{collections::HashMap, sync::Arc, time::Duration};

use proto::review::v1::ListRatingsRequest;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::{
    catalog::{
        listing::Listing,
        products::{Products, compute},
        ratings::{
            Ratings, RatingsById,
            rating::{AggregateRating, Rating},
        },
    },
    clients::Clients,
};

/// The fetch interval. Ratings on cards may be this old, because rebuilding a list of ten thousand products
/// takes a second.
const ASK_EVERY: Duration = Duration::from_secs(30);

/// The fetch interval while the review service is down.
const TRY_EVERY: Duration = Duration::from_secs(3);

/// The names per request, a limit of the contract.
const PAGE_SIZE: i32 = 1_000;

#[derive(Debug, Clone, Copy, Default)]
struct RatingSum {
    count: i64,
    /// The sum of all ratings, in tenths of a star.
    tenths: i64,
}

impl RatingSum {
    /// The mean, with halves rounded up; `None` without reviews.
    fn aggregate(self) -> Option<AggregateRating> {
        let Self { count, tenths } = self;
        (count > 0).then(|| AggregateRating {
            mean: Rating::from_tenths(
                i32::try_from((2 * tenths + count).div_euclid(2 * count)).unwrap_or(50),
            ),
            count,
        })
    }
}

/// Fetches ratings periodically and adds them to the products until `stopping` is cancelled. While the review
/// service is down the last ratings stay.
pub(crate) async fn keep_fresh(
    ratings: Arc<Ratings>,
    products: Arc<Products>,
    clients: Arc<Clients>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    let mut lists = products.subscribe();
    let mut ask_at = Instant::now();
    let keeping = async {
        loop {
            if let Some(list) = products.current() {
                if ask_at <= Instant::now() {
                    let asked = fetch(&clients, &list).await;
                    ask_at = Instant::now() + if asked.is_ok() { ASK_EVERY } else { TRY_EVERY };
                    if let Ok(given) = asked {
                        ratings.set(given);
                    }
                }
                while !update_products_once(&ratings, &products).await {}
            }
            // A list whose fetch began earlier has the earlier ratings.
            tokio::select! {
                () = tokio::time::sleep_until(ask_at), if products.current().is_some() => {}
                heard = lists.changed() => if heard.is_err() { return },
            }
        }
    };
    stopping.run_until_cancelled(keeping).await;
    Ok(())
}

/// A rating belongs to a product id, or to a name without a known product at the time of the review. Names
/// are matched with all names of a product; ratings with other names are dropped.
async fn fetch(clients: &Clients, list: &Listing) -> Result<RatingsById, Status> {
    let (mut given, mut page_token) = (HashMap::<Box<str>, RatingSum>::new(), String::new());
    loop {
        let request = ListRatingsRequest {
            page_size: PAGE_SIZE,
            page_token,
        };
        let page = clients.review.call(request).await?;
        for rating in page.ratings {
            if let Some(entry) = list.resolve(&rating.product_id, &rating.product_name) {
                let given = given.entry(entry.id.clone()).or_default();
                given.count += rating.review_count;
                given.tenths += rating.rating_tenths_sum;
            }
        }
        page_token = page.next_page_token;
        if page_token.is_empty() {
            let rated = given.into_iter();
            return Ok(rated
                .filter_map(|(id, given)| given.aggregate().map(|rating| (id, rating)))
                .collect());
        }
    }
}

/// Returns false if another list replaced this one meanwhile.
async fn update_products_once(ratings: &Ratings, products: &Products) -> bool {
    let Some(list) = products.current() else {
        return true;
    };
    let (before, given) = (Arc::clone(&list), ratings.current());
    match compute(move || Listing::with_ratings(&list, &given)).await {
        Ok(shown) => Arc::ptr_eq(&before, &shown) || products.replace(&before, shown),
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_rounded_to_tenths() {
        let mean = |count, tenths| {
            RatingSum { count, tenths }
                .aggregate()
                .map(|rating| rating.mean.tenths)
        };
        assert_eq!(mean(2, 85), Some(43));
        assert_eq!(mean(3, 100), Some(33));
        assert_eq!(mean(1, 50), Some(50));
        assert_eq!(mean(4, 0), Some(0));
        assert_eq!(mean(0, 0), None);
    }
}
