//! Stories about reviews, told through the service's door against real PostgreSQL.

use proto::review::v1::{
    CreateReviewRequest, ListReviewsRequest, Review, review_service_client::ReviewServiceClient,
};
use runtime::status;
use testkit::{FaultProxy, Served, TestDatabase, eventually};
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

/// The review service with a database of its own.
struct Reviews {
    database: TestDatabase,
    client: ReviewServiceClient<Channel>,
    _served: Served,
}

impl Reviews {
    /// Without the samples.
    async fn open() -> Self {
        let database = testkit::database(&[]).await;
        let address = database.settings();
        Self::open_on(database, address, false).await
    }

    async fn open_on(database: TestDatabase, address: database::Settings, sample_reviews: bool) -> Self {
        runtime::install_process_defaults();
        let settings = review::Settings {
            database: address,
            sample_reviews,
        };
        let served = testkit::serve(|frame| review::service(settings, frame)).await;
        let reviews = Self {
            database,
            client: ReviewServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            _served: served,
        };
        // The door opens when the migrations are through.
        eventually("the review service answers", async || {
            reviews.list(1, "").await.ok()
        })
        .await;
        reviews
    }

    async fn create(&self, request: CreateReviewRequest) -> Result<Review, Status> {
        let answer = self.client.clone().create_review(request).await?;
        Ok(answer.into_inner().review.expect("an answer holds the review"))
    }

    async fn list(&self, limit: i32, product_name: &str) -> Result<Vec<Review>, Status> {
        let request = ListReviewsRequest {
            limit,
            product_name: product_name.to_owned(),
        };
        let answer = self.client.clone().list_reviews(request).await?;
        Ok(answer.into_inner().reviews)
    }
}

fn review(product_name: &str, text: &str) -> CreateReviewRequest {
    CreateReviewRequest {
        account_id: Uuid::now_v7().to_string(),
        name: "Asha Patel".to_owned(),
        product_name: product_name.to_owned(),
        review: text.to_owned(),
        rating_tenths: 45,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_are_listed_newest_first_bounded_and_by_product_in_any_case() {
    let reviews = Reviews::open().await;
    for (product, text) in [
        ("Karela Powder", "first"),
        ("Amla Powder", "second"),
        ("karela powder ", "third"),
    ] {
        reviews
            .create(review(product, text))
            .await
            .expect("it is a good review");
    }
    let texts = async |limit, product| {
        let list = reviews.list(limit, product).await.expect("reviews can be listed");
        list.into_iter().map(|review| review.review).collect::<Vec<_>>()
    };
    assert_eq!(texts(200, "").await, ["third", "second", "first"]);
    assert_eq!(texts(2, "").await, ["third", "second"]);
    assert_eq!(texts(200, "KARELA POWDER").await, ["third", "first"]);
    assert_eq!(texts(1, " Karela Powder").await, ["third"]);
    assert!(texts(200, "Karela").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_is_kept_as_it_was_written_with_its_account() {
    let reviews = Reviews::open().await;
    let request = CreateReviewRequest {
        review: "<img src=x onerror=alert(1)> ' OR 1=1 -- करेला".to_owned(),
        rating_tenths: 1,
        ..review("Karela Powder", "")
    };
    let created = reviews
        .create(request.clone())
        .await
        .expect("it is a good review");
    assert_eq!(created.review, request.review);
    assert_eq!(
        reviews.list(200, "").await.expect("reviews can be listed"),
        std::slice::from_ref(&created)
    );
    let kept: (Uuid, i16) = sqlx::query_as("SELECT account_id, rating_tenths FROM reviews WHERE id = $1")
        .bind(Uuid::parse_str(&created.id).expect("an id is a UUID"))
        .fetch_one(reviews.database.pool())
        .await
        .expect("the review is kept");
    assert_eq!((kept.0.to_string(), kept.1), (request.account_id, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_broken_rule_is_told_and_nothing_is_kept() {
    let reviews = Reviews::open().await;
    let request = CreateReviewRequest {
        rating_tenths: 51,
        ..review("", "")
    };
    let refused = reviews.create(request).await.expect_err("three rules are broken");
    let violations = status::details(&refused).violations;
    let fields: Vec<_> = violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(fields, ["product_name", "review", "rating_tenths"]);
    for name in ["\0", "Karela\u{202e}redwoP", &"x".repeat(101)] {
        let refused = reviews
            .list(200, name)
            .await
            .expect_err("no product has the name");
        assert_eq!(refused.code(), Code::InvalidArgument, "{name:?}");
        assert_eq!(status::details(&refused).violations[0].field, "product_name");
    }
    let long = reviews.list(200, &"x".repeat(3_900_000)).await;
    assert_eq!(
        long.expect_err("it is refused by its length").code(),
        Code::OutOfRange
    );
    for limit in [-1, 0, 201] {
        let refused = reviews.list(limit, "").await.expect_err("there is no such list");
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
    assert!(
        reviews
            .list(200, "")
            .await
            .expect("reviews can be listed")
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn samples_are_planted_once_and_go_when_they_are_not_wanted() {
    let database = testkit::database(&[]).await;
    let address = database.settings();
    let reviews = Reviews::open_on(database, address.clone(), true).await;
    let samples = reviews.list(200, "").await.expect("reviews can be listed").len();
    assert!(samples >= 12);
    reviews
        .create(review("Karela Powder", "mine"))
        .await
        .expect("it is a good review");

    sqlx::query("DELETE FROM reviews WHERE id = (SELECT max(id::text)::uuid FROM reviews WHERE is_sample)")
        .execute(reviews.database.pool())
        .await
        .expect("an operator may delete a review");

    let Reviews { database, .. } = reviews;
    let reviews = Reviews::open_on(database, address.clone(), true).await;
    let kept = reviews.list(200, "").await.expect("reviews can be listed");
    assert_eq!(kept.len(), samples, "one was deleted, one was written");

    let Reviews { database, .. } = reviews;
    let reviews = Reviews::open_on(database, address.clone(), false).await;
    let left = reviews.list(200, "").await.expect("reviews can be listed");
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].review, "mine");

    let Reviews { database, .. } = reviews;
    let reviews = Reviews::open_on(database, address, true).await;
    let again = reviews.list(200, "").await.expect("reviews can be listed");
    assert_eq!(again.len(), samples + 1, "whoever wants them again gets them all");
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_are_refused_in_words_while_the_database_is_away() {
    let database = testkit::database(&[]).await;
    let (postgres, url) = FaultProxy::before(database.url()).await;
    let reviews = Reviews::open_on(database, database::Settings::new(url), false).await;
    postgres.cut();
    let refused = reviews.list(200, "").await.expect_err("nothing can be read");
    assert_eq!(refused.code(), Code::Unavailable);
    let refused = reviews.create(review("Karela Powder", "mine")).await;
    assert_eq!(
        refused.expect_err("nothing can be kept").code(),
        Code::Unavailable
    );
}
