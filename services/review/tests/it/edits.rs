//! Tests of edits by the writers of reviews.

use proto::review::v1::{
    ListOwnReviewsRequest, OwnReview, UpdateReviewRequest, review_service_client::ReviewServiceClient,
};
use runtime::status;
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{Reviews, orders::Orders, review};

impl Reviews {
    pub(crate) async fn update(&self, request: UpdateReviewRequest) -> Result<OwnReview, Status> {
        let answer = self.client.clone().update_review(request).await?;
        Ok(answer.into_inner().review.expect("an answer holds the review"))
    }

    /// All reviews of an account, over all pages.
    pub(crate) async fn own(&self, account_id: &str, page_size: i32) -> Result<Vec<OwnReview>, Status> {
        let (mut own, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListOwnReviewsRequest {
                account_id: account_id.to_owned(),
                page_size,
                page_token,
            };
            let mut client: ReviewServiceClient<_> = self.client.clone();
            let page = client.list_own_reviews(request).await?.into_inner();
            own.extend(page.reviews);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(own);
            }
        }
    }
}

fn text(own: &OwnReview) -> (&str, i32) {
    let review = own.review.as_ref().expect("an answer holds the review");
    (&review.review, own.version)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_changes_their_review_and_the_average_follows() {
    let reviews = Reviews::open().await;
    let request = review("Karela Powder", "Bitter.");
    let kept = reviews.create(request.clone()).await.expect("it is kept");
    let edit = UpdateReviewRequest {
        account_id: request.account_id.clone(),
        review_id: kept.id.clone(),
        version: 1,
        review: "Sweet, in the end.".to_owned(),
        rating_tenths: 20,
    };
    let changed = reviews.update(edit.clone()).await.expect("it is theirs");
    assert_eq!(text(&changed), ("Sweet, in the end.", 2));
    let shown = changed.review.clone().expect("an answer holds the review");
    assert_eq!(shown.written_at, kept.written_at);
    assert!(shown.edited_at >= shown.written_at, "{shown:?}");
    let ratings = reviews.ratings(1_000).await.expect("ratings can be listed");
    assert_eq!(ratings, [(String::new(), "karela powder".to_owned(), 1, 20)]);
    assert_eq!(reviews.list(200, "").await.expect("it is listed"), [shown]);
    // A retry after a lost response, or a second click.
    assert_eq!(reviews.update(edit.clone()).await.expect("it is done"), changed);

    let late = UpdateReviewRequest {
        review: "On another device.".to_owned(),
        ..edit.clone()
    };
    let refused = reviews.update(late.clone()).await.expect_err("it was changed");
    assert_eq!(refused.code(), Code::Aborted);
    assert_eq!(
        status::details(&refused).reason.as_deref(),
        Some("REVIEW_CHANGED")
    );
    assert_eq!(
        status::message::<OwnReview>(&refused),
        Some(changed),
        "as it stands"
    );
    let later = UpdateReviewRequest { version: 2, ..late };
    assert_eq!(
        text(&reviews.update(later).await.expect("she saw it")),
        ("On another device.", 3)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_cannot_change_the_review_of_another() {
    let reviews = Reviews::open().await;
    let kept = reviews
        .create(review("Karela Powder", "Mine."))
        .await
        .expect("it is kept");
    let edit = UpdateReviewRequest {
        account_id: Uuid::now_v7().to_string(),
        review_id: kept.id.clone(),
        version: 1,
        review: "Yours?".to_owned(),
        rating_tenths: 0,
    };
    let absent = UpdateReviewRequest {
        review_id: Uuid::now_v7().to_string(),
        ..edit.clone()
    };
    for edit in [edit.clone(), absent] {
        let refused = reviews.update(edit).await.expect_err("it is not theirs");
        assert_eq!(
            (refused.code(), refused.message()),
            (Code::NotFound, "You have no such review.")
        );
    }
    let broken = UpdateReviewRequest {
        account_id: String::new(),
        review_id: "1".to_owned(),
        version: 0,
        review: " ".to_owned(),
        rating_tenths: 51,
    };
    let refused = reviews.update(broken).await.expect_err("every rule is broken");
    assert_eq!(refused.code(), Code::InvalidArgument, "{refused:?}");
    let violations = status::details(&refused).violations;
    let fields: Vec<_> = violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(
        fields,
        ["review", "rating_tenths", "version", "account_id", "review_id"]
    );
    assert_eq!(reviews.list(200, "").await.expect("it is listed"), [kept]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_reads_their_own_reviews_newest_first_page_by_page() {
    let reviews = Reviews::open().await;
    let asha = Uuid::now_v7().to_string();
    for text in ["first", "second", "third"] {
        let request = proto::review::v1::CreateReviewRequest {
            account_id: asha.clone(),
            ..review("Karela Powder", text)
        };
        reviews.create(request).await.expect("it is kept");
        reviews
            .create(review("Karela Powder", "another's"))
            .await
            .expect("it is kept");
    }
    for page_size in [0, 1, 2, 3, 100] {
        let own = reviews.own(&asha, page_size).await.expect("they are listed");
        let own: Vec<_> = own.iter().map(text).collect();
        assert_eq!(own, [("third", 1), ("second", 1), ("first", 1)], "{page_size}");
    }
    for page_size in [-1, 101] {
        let refused = reviews
            .own(&asha, page_size)
            .await
            .expect_err("there is no such page");
        assert_eq!(status::details(&refused).violations[0].field, "page_size");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_review_travels_with_its_refusal_and_an_early_one_becomes_verified() {
    let orders = Orders::serve().await;
    let reviews = orders.open_reviews().await;
    // Four bytes per character, and more in a header.
    let long = "🌿".repeat(2_000);
    let request = review("Karela Powder", &long);
    let asha = request.account_id.clone();
    let early = reviews.create(request.clone()).await.expect("every shopper may");
    assert!(!early.is_verified);
    let order = orders.keep(&asha, &[(Uuid::now_v7(), "Karela Powder", 100)]);
    orders.publish(&order).await;
    eventually("the reviews know what was delivered", async || {
        let count = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM bought_packs");
        let count = count.fetch_one(reviews.database.pool()).await;
        (count.expect("they can be counted") == 1).then_some(())
    })
    .await;
    let edit = UpdateReviewRequest {
        account_id: asha,
        review_id: early.id.clone(),
        version: 1,
        review: long.clone(),
        rating_tenths: 50,
    };
    let changed = reviews.update(edit).await.expect("it is theirs");
    assert!(changed.review.as_ref().is_some_and(|review| review.is_verified));
    let refused = reviews.create(request).await.expect_err("the pack is used up");
    assert_eq!(refused.code(), Code::AlreadyExists);
    assert_eq!(status::message::<OwnReview>(&refused), Some(changed));
}
