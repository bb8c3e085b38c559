//! Tests that ratings follow every change of reviews.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use proto::review::v1::{CreateReviewRequest, UpdateReviewRequest};
use uuid::Uuid;

use crate::{
    Reviews,
    moderation_office::{BINA, Office, approve, refuse},
    products::KARELA,
    review,
};

const PLAIN: &str = "Bitter.";

/// A review with this text is held.
const CLAIM: &str = "It cures diabetes.";

/// A change of a review.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// The writer changes the rating, and writes this text.
    Edit(&'static str),
    Approve,
    Refuse,
}

const CHANGES: [Change; 4] = [
    Change::Edit(PLAIN),
    Change::Edit(CLAIM),
    Change::Approve,
    Change::Refuse,
];

/// The rating of each visible review in tenths of a star, by its writer's account.
type Visible = BTreeMap<String, i32>;

impl Reviews {
    async fn assert_rating(&self, visible: &Visible, after: &str) {
        let count = i64::try_from(visible.len()).expect("they are few");
        let sum: i64 = visible.values().copied().map(i64::from).sum();
        let expected = (count > 0).then(|| (KARELA.to_string(), String::new(), count, sum));
        let ratings = self.ratings(10).await.expect("ratings can be listed");
        assert_eq!(ratings, expected.into_iter().collect::<Vec<_>>(), "{after}");
    }
}

fn of_karela(text: &str, rating_tenths: i32) -> CreateReviewRequest {
    CreateReviewRequest {
        product_id: KARELA.to_string(),
        rating_tenths,
        ..review("Karela Powder", text)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_reviews_that_are_written_at_the_same_time_count() {
    let reviews = Reviews::open().await;
    let writing = (0..16).map(|nth| reviews.create(of_karela(PLAIN, 3 * nth)));
    for written in join_all(writing).await {
        written.expect("it is a good review");
    }
    let ratings = reviews.ratings(10).await.expect("ratings can be listed");
    assert_eq!(ratings, [(KARELA.to_string(), String::new(), 16, 360)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rating_is_the_sum_of_visible_reviews_after_every_change() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    let (mut visible, mut rating_tenths) = (Visible::new(), 0);
    for first in CHANGES {
        for second in CHANGES {
            for text in [PLAIN, CLAIM] {
                let request = of_karela(text, rating_tenths);
                let account_id = request.account_id.clone();
                let id = reviews.create(request).await.expect("it is kept").id;
                if text == PLAIN {
                    visible.insert(account_id.clone(), rating_tenths);
                }
                reviews.assert_rating(&visible, text).await;
                let (mut version, mut tenths) = (1, rating_tenths);
                for change in [first, second] {
                    let (changed, is_visible) = match change {
                        Change::Edit(words) => {
                            tenths = (tenths + 7) % 51;
                            let edit = UpdateReviewRequest {
                                account_id: account_id.clone(),
                                review_id: id.clone(),
                                version,
                                review: words.to_owned(),
                                rating_tenths: tenths,
                            };
                            let edited = reviews.update(edit).await.expect("it is theirs");
                            (edited.version, words == PLAIN)
                        }
                        Change::Approve => {
                            let approved = office.moderate(BINA, approve(&id, version)).await;
                            (approved.expect("she saw it").version, true)
                        }
                        Change::Refuse => {
                            let refused = office.moderate(BINA, refuse(&id, version, "It is rude.")).await;
                            (refused.expect("she saw it").version, false)
                        }
                    };
                    version = changed;
                    if is_visible {
                        visible.insert(account_id.clone(), tenths);
                    } else {
                        visible.remove(&account_id);
                    }
                    let after = format!("{text:?}, {first:?}, {second:?}: {change:?}");
                    reviews.assert_rating(&visible, &after).await;
                }
                rating_tenths = (rating_tenths + 11) % 51;
            }
        }
    }
    // Erasing an account deletes its reviews.
    let (account_id, _) = visible.pop_first().expect("some are visible");
    let account_id = Uuid::parse_str(&account_id).expect("it is a UUID");
    let erased = sqlx::query("DELETE FROM reviews WHERE account_id = $1").bind(account_id);
    let erased = erased.execute(reviews.database.pool()).await;
    assert_eq!(erased.expect("reviews may go").rows_affected(), 1);
    reviews.assert_rating(&visible, "the erasure").await;
}
