//! Tests of reviews, through the service's gRPC API against real PostgreSQL.

mod edits;
mod holding;
mod moderation;
mod moderation_office;
mod orders;
mod products;
mod ratings;
mod verified;

use proto::review::v1::{
    CreateReviewRequest, ListRatingsRequest, ListReviewsRequest, Review,
    review_service_client::ReviewServiceClient,
};
use runtime::status;
use testkit::{FaultProxy, Served, TestDatabase, eventually};
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

/// The review service with its own database.
struct Reviews {
    database: TestDatabase,
    client: ReviewServiceClient<Channel>,
    _served: Served,
}

impl Reviews {
    /// Starts the service without samples.
    async fn open() -> Self {
        let database = testkit::database(&[]).await;
        let address = database.settings();
        Self::open_on(database, address, false).await
    }

    async fn open_on(database: TestDatabase, address: database::Settings, sample_reviews: bool) -> Self {
        let settings = review::Settings {
            sample_reviews,
            ..Self::settings(address)
        };
        Self::open_with(database, settings).await
    }

    /// Settings without samples and with all other services unavailable.
    fn settings(database: database::Settings) -> review::Settings {
        review::Settings {
            database,
            events: outbox::Settings::new(testkit::nats_url()),
            catalog_url: testkit::away(),
            order_url: testkit::away(),
            identity_url: testkit::away(),
            sample_reviews: false,
        }
    }

    async fn open_with(database: TestDatabase, settings: review::Settings) -> Self {
        runtime::install_process_defaults();
        let served = testkit::serve(|frame| review::service(settings, frame)).await;
        let reviews = Self {
            database,
            client: ReviewServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            _served: served,
        };
        // The server answers once the migrations are done.
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
            product_id: String::new(),
        };
        let answer = self.client.clone().list_reviews(request).await?;
        Ok(answer.into_inner().reviews)
    }

    /// The id and name, review count and sum of tenths of every product, over all pages.
    async fn ratings(&self, page_size: i32) -> Result<Vec<(String, String, i64, i64)>, Status> {
        let (mut ratings, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListRatingsRequest {
                page_size,
                page_token,
            };
            let page = self.client.clone().list_ratings(request).await?.into_inner();
            let of_page = page.ratings.into_iter();
            ratings.extend(of_page.map(|rating| {
                (
                    rating.product_id,
                    rating.product_name,
                    rating.review_count,
                    rating.rating_tenths_sum,
                )
            }));
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(ratings);
            }
        }
    }
}

fn review(product_name: &str, text: &str) -> CreateReviewRequest {
    CreateReviewRequest {
        account_id: Uuid::now_v7().to_string(),
        name: "Asha Patel".to_owned(),
        product_name: product_name.to_owned(),
        review: text.to_owned(),
        rating_tenths: 45,
        product_id: String::new(),
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
async fn a_rating_counts_every_review_of_a_product_in_any_case() {
    let reviews = Reviews::open().await;
    for (product, rating_tenths) in [
        ("Karela Powder", 50),
        ("Amla Powder", 0),
        ("KARELA powder", 41),
        ("करेला चूर्ण", 35),
    ] {
        let request = CreateReviewRequest {
            rating_tenths,
            ..review(product, "Bitter.")
        };
        reviews.create(request).await.expect("it is a good review");
    }
    let counted = |name: &str, count, sum| (String::new(), name.to_owned(), count, sum);
    let expected = [
        counted("amla powder", 1, 0),
        counted("karela powder", 2, 91),
        counted("करेला चूर्ण", 1, 35),
    ];
    for page_size in [1, 2, 3, 1_000] {
        let ratings = reviews.ratings(page_size).await.expect("ratings can be listed");
        assert_eq!(ratings, expected, "in pages of {page_size}");
    }
    for page_size in [-1, 0, 1_001] {
        let refused = reviews
            .ratings(page_size)
            .await
            .expect_err("there is no such page");
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
    // An operator may correct one review and delete another.
    sqlx::raw_sql(
        "UPDATE reviews SET product_name = 'Karela Powder', rating_tenths = 10 WHERE rating_tenths = 35;
         DELETE FROM reviews WHERE product_name = 'Amla Powder'",
    )
    .execute(reviews.database.pool())
    .await
    .expect("the reviews can be changed");
    let ratings = reviews.ratings(1_000).await.expect("ratings can be listed");
    assert_eq!(ratings, [counted("karela powder", 3, 101)]);
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
    assert_eq!(again.len(), samples + 1, "all samples are there again");
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_are_refused_in_words_while_the_database_is_away() {
    let database = testkit::database(&[]).await;
    let (postgres, url) = FaultProxy::in_front_of(database.url()).await;
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
