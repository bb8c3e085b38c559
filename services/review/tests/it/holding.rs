//! Tests of reviews that are hidden until staff have read them.

use fakes::FakeShop;
use proto::{
    catalog::v1::ShopFacts,
    review::v1::{
        CreateReviewRequest, CreateReviewResponse, ListModeratedReviewsRequest, ReviewState,
        UpdateReviewRequest,
    },
};
use testkit::eventually;

use crate::{
    Reviews,
    moderation_office::{BINA, Office, approve, refuse},
    review,
};

impl Reviews {
    async fn send(&self, request: CreateReviewRequest) -> CreateReviewResponse {
        let sent = self.client.clone().create_review(request).await;
        sent.expect("it is a good review").into_inner()
    }

    /// The texts that everyone sees, and the number of counted reviews.
    async fn shown(&self) -> (Vec<String>, i64) {
        let listed = self.list(200, "").await.expect("they are listed");
        let named = self.list_of("", "karela powder", 200).await;
        assert_eq!(named.expect("they are listed"), listed);
        let ratings = self.ratings(10).await.expect("they are told");
        let texts = listed.into_iter().map(|review| review.review).collect();
        (texts, ratings.iter().map(|(_, _, count, _)| count).sum())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_or_contact_details_hold_a_review_until_staff_approve_it() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    let claim = "Works wonders, cured my diabetes in 2 weeks!";
    let number = review("Karela Powder", "Bitter. Call 98765 43210.");
    let held = [
        review("Karela Powder", claim),
        number.clone(),
        review("Karela Powder", "Cheaper at www.cheap.example"),
        review("Karela Powder", "Write to asha@gmail.com"),
        CreateReviewRequest {
            name: "Asha 9876543210".to_owned(),
            ..review("Karela Powder", "Its writer's name tells a number.")
        },
    ];
    let mut ids = Vec::new();
    for request in held {
        let sent = reviews.send(request.clone()).await;
        assert!(sent.is_held, "{request:?}");
        ids.push(sent.review.expect("it is answered").id);
        let own = reviews.own(&request.account_id, 0).await.expect("it is theirs");
        assert!(own[0].is_held && own[0].refusal_reason.is_empty(), "{own:?}");
    }
    let sent = reviews
        .send(review("Karela Powder", "Bitter, as it should be."))
        .await;
    assert!(!sent.is_held);
    let plain = ["Bitter, as it should be.".to_owned()];
    assert_eq!(reviews.shown().await, (plain.to_vec(), 1));
    assert_eq!(office.count().await.expect("they are counted"), (6, 5));

    let approved = office
        .moderate(BINA, approve(&ids[0], 1))
        .await
        .expect("it waits");
    assert!(!approved.is_held);
    let (texts, count) = reviews.shown().await;
    assert_eq!((texts[1].as_str(), count), (claim, 2));
    let refused = office
        .moderate(BINA, refuse(&ids[3], 1, "It gives an address."))
        .await;
    assert!(!refused.expect("it waits").is_held);

    // The writer removes the number, so the review is no longer held; with another number it is held again.
    let edit = |version, text: &str| UpdateReviewRequest {
        account_id: number.account_id.clone(),
        review_id: ids[1].clone(),
        version,
        review: text.to_owned(),
        rating_tenths: 45,
    };
    let without = reviews.update(edit(1, "Bitter.")).await.expect("it is theirs");
    assert!(!without.is_held);
    assert_eq!(reviews.shown().await.1, 3);
    let again = reviews
        .update(edit(2, "Bitter. Call ९८७६५ ४३२१०."))
        .await
        .expect("it is theirs");
    assert!(again.is_held);
    assert_eq!(reviews.shown().await.1, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_words_for_which_it_is_held_are_marked_for_staff() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    reviews.keep("🌿 Call 98765 43210!").await;
    let message = ListModeratedReviewsRequest {
        state: ReviewState::Waiting.into(),
        is_flagged: true,
        ..ListModeratedReviewsRequest::default()
    };
    let (page, _) = office.page(message).await.expect("they are listed");
    let found = &page[0].claims[0];
    assert!(page[0].is_held);
    assert_eq!(
        (found.start, found.end, found.rule.as_str()),
        (7, 18, "contact-phone")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_may_hold_every_review() {
    let shop = FakeShop::with(ShopFacts::default());
    let catalog = testkit::grpc(shop.server()).await;
    let database = testkit::database(&[]).await;
    let settings = review::Settings {
        catalog_url: catalog.target(),
        ..Reviews::settings(database.settings())
    };
    let reviews = Reviews::open_with(database, settings).await;
    assert!(!reviews.send(review("Karela Powder", "Bitter.")).await.is_held);
    shop.change(|facts| facts.holds_reviews = true);
    let held = eventually("reviews are held", async || {
        let sent = reviews.send(review("Karela Powder", "Held.")).await;
        sent.is_held.then_some(sent.review)
    })
    .await;
    let (texts, _) = reviews.shown().await;
    let held = held.expect("it is answered");
    let listed = reviews.list(200, "").await.expect("they are listed");
    assert!(listed.iter().all(|review| review.id != held.id), "{texts:?}");
    let office = Office::open(&reviews).await;
    let approved = office.moderate(BINA, approve(&held.id, 1)).await;
    approved.expect("it waits");
    assert_eq!(reviews.list(1, "").await.expect("they are listed")[0].id, held.id);
}
