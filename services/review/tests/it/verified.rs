//! Tests of verified reviews, by the packs delivered to their account.

use proto::{
    order::v1::OrderStatus,
    review::v1::{CreateReviewRequest, OwnReview, Review},
};
use runtime::status;
use testkit::eventually;
use tonic::Code;
use uuid::Uuid;

use crate::{Reviews, orders::Orders, review};

const KARELA: Uuid = Uuid::from_u128(0x0192_f3a0_7c00_7000_8000_0000_0000_0001);
const AMLA: Uuid = Uuid::from_u128(0x0192_f3a0_7c00_7000_8000_0000_0000_0002);

impl Reviews {
    /// Waits until this many packs are stored, and this many of them are returned.
    async fn knows(&self, packs: i64, returned: i64) {
        eventually("the reviews know what was delivered", async || {
            let query = "SELECT count(*), count(*) FILTER (WHERE is_returned) FROM bought_packs";
            let known: (i64, i64) = sqlx::query_as(query)
                .fetch_one(self.database.pool())
                .await
                .expect("they can be counted");
            (known == (packs, returned)).then_some(())
        })
        .await;
    }
}

fn by(account_id: &str, product_name: &str, text: &str) -> CreateReviewRequest {
    CreateReviewRequest {
        account_id: account_id.to_owned(),
        ..review(product_name, text)
    }
}

/// The review in an `ALREADY_REVIEWED` error.
fn named(refused: &tonic::Status) -> Review {
    assert_eq!(refused.code(), Code::AlreadyExists, "{refused}");
    assert_eq!(
        status::details(refused).reason.as_deref(),
        Some("ALREADY_REVIEWED")
    );
    let own: OwnReview = status::message(refused).expect("it names the review");
    own.review.expect("an answer holds the review")
}

#[tokio::test(flavor = "multi_thread")]
async fn each_pack_that_an_account_got_verifies_one_review() {
    let orders = Orders::serve().await;
    let reviews = orders.open_reviews().await;
    let (asha, bina) = (Uuid::now_v7().to_string(), Uuid::now_v7().to_string());
    let early = reviews
        .create(by(&asha, "Karela Powder", "early"))
        .await
        .expect("every shopper may");
    assert!(!early.is_verified, "nothing was delivered");

    let order = orders.keep(
        &asha,
        &[(KARELA, "Karela Powder", 100), (AMLA, "Amla Powder", 75)],
    );
    orders.publish(&order).await;
    orders.publish(&order).await;
    reviews.knows(2, 0).await;
    // From here on, only purchases known from events count.
    orders.line.cut();

    let verified = reviews
        .create(by(&asha, "karela powder", "verified"))
        .await
        .expect("she got one");
    assert!(verified.is_verified);
    assert!(
        verified.written_at.ends_with('Z') && verified.edited_at.is_empty(),
        "{verified:?}"
    );
    let again = reviews.create(by(&asha, "Karela Powder", "again")).await;
    assert_eq!(named(&again.expect_err("she has reviewed it")).id, verified.id);
    // Another name of the product; the gateway sends its id.
    let in_hindi = CreateReviewRequest {
        product_id: KARELA.to_string(),
        ..by(&asha, "करेला चूर्ण", "again")
    };
    let again = reviews.create(in_hindi.clone()).await;
    assert_eq!(named(&again.expect_err("she has reviewed it")).id, verified.id);

    // A shopper without a purchase may write any number of reviews.
    for text in ["one", "two"] {
        let others = CreateReviewRequest {
            account_id: bina.clone(),
            ..in_hindi.clone()
        };
        let others = CreateReviewRequest {
            review: text.to_owned(),
            ..others
        };
        let kept = reviews.create(others).await.expect("every shopper may");
        assert!(!kept.is_verified);
    }
    let amla = reviews.create(by(&asha, "AMLA powder", "fresh")).await;
    assert!(amla.expect("she got one").is_verified);
    let listed = reviews.list(200, "").await.expect("reviews can be listed");
    let verified: Vec<_> = listed
        .iter()
        .filter(|review| review.is_verified)
        .map(|review| review.review.as_str())
        .collect();
    assert_eq!(verified, ["fresh", "verified"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returned_pack_verifies_no_further_review_in_either_order_of_events() {
    let orders = Orders::serve().await;
    let reviews = orders.open_reviews().await;
    let asha = Uuid::now_v7().to_string();
    let kept = orders.keep(&asha, &[(KARELA, "Karela Powder", 100)]);
    orders.publish(&kept).await;
    reviews.knows(1, 0).await;
    let first = reviews.create(by(&asha, "Karela Powder", "first")).await;
    assert!(first.expect("she got one").is_verified);

    let second = orders.keep(&asha, &[(KARELA, "Karela Powder", 100)]);
    let returned = orders.to(
        orders.to(second.clone(), OrderStatus::ReturnRequested),
        OrderStatus::Returned,
    );
    orders.publish(&returned).await;
    orders.publish(&second).await;
    reviews.knows(2, 1).await;
    let again = reviews.create(by(&asha, "Karela Powder", "again")).await;
    named(&again.expect_err("the second pack went back"));

    orders.publish(&orders.to(kept, OrderStatus::Returned)).await;
    reviews.knows(2, 2).await;
    let again = reviews.create(by(&asha, "Karela Powder", "again")).await;
    assert!(
        !again.expect("she has none any more").is_verified,
        "as everybody's who bought nothing"
    );
    let listed = reviews.list(200, "").await.expect("reviews can be listed");
    assert!(
        listed[1].is_verified,
        "the review of the first pack stays verified"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_concurrent_reviews_of_one_pack_is_kept_and_verified() {
    let orders = Orders::serve().await;
    let reviews = orders.open_reviews().await;
    let asha = Uuid::now_v7().to_string();
    orders
        .publish(&orders.keep(&asha, &[(KARELA, "Karela Powder", 100)]))
        .await;
    reviews.knows(1, 0).await;
    let writing = (0..8).map(|_| reviews.create(by(&asha, "Karela Powder", "at once")));
    let outcomes = futures_util::future::join_all(writing).await;
    let (kept, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!((kept.len(), refused.len()), (1, 7));
    let kept = kept.into_iter().next().expect("there is one");
    let kept = kept.expect("it was kept");
    assert!(kept.is_verified);
    for refused in refused {
        assert_eq!(named(&refused.expect_err("it was refused")), kept);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_which_no_event_told_whose_they_are_are_looked_up() {
    let orders = Orders::serve().await;
    let reviews = orders.open_reviews().await;
    let asha = Uuid::now_v7().to_string();
    // The event came while it was a guest order, so it belongs to no account.
    let guests = orders.keep("", &[(KARELA, "Karela Powder", 100)]);
    orders.publish(&guests).await;
    let heard = orders.keep(&asha, &[(AMLA, "Amla Powder", 75)]);
    orders.publish(&heard).await;
    reviews.knows(1, 0).await;
    let early = reviews.create(by(&asha, "Karela Powder", "early")).await;
    assert!(!early.expect("every shopper may").is_verified);

    let claimed = proto::order::v1::Order {
        account_id: asha.clone(),
        ..guests
    };
    orders.to(claimed, OrderStatus::Delivered);
    let verified = reviews.create(by(&asha, "Karela Powder", "mine")).await;
    assert!(verified.expect("it is hers now").is_verified);
    reviews.knows(2, 0).await;
}
