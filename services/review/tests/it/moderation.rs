//! Tests of moderation, and its effects for writers and readers of reviews.

use proto::review::v1::{
    CreateReviewRequest, ListModeratedReviewsRequest, ModerateReviewRequest, OwnReview, ReviewState,
    UpdateReviewRequest,
};
use runtime::status;
use testkit::eventually;
use tonic::Code;
use uuid::Uuid;

use crate::{
    Reviews,
    moderation_office::{BINA, Office, RAVI, approve, changed, refuse, shown},
    review,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_review_is_its_writers_alone_until_they_change_it() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    let request = review("Karela Powder", "My neighbour Ravi is a thief.");
    let kept = reviews.create(request.clone()).await.expect("it is kept");
    let other = reviews.keep("Bitter.").await;
    let counted = |count, sum| vec![(String::new(), "karela powder".to_owned(), count, sum)];
    assert_eq!(reviews.ratings(10).await.expect("they are told"), counted(2, 90));

    let why = "It names a person.";
    let refused = office.moderate(BINA, refuse(&kept.id, 1, why)).await;
    let refused = refused.expect("it waits");
    assert_eq!((refused.version, refused.state()), (2, ReviewState::Refused));
    assert_eq!(
        (refused.refusal_reason.as_str(), refused.moderated_by.as_str()),
        (why, BINA)
    );
    assert!(refused.moderated_at >= kept.written_at, "{refused:?}");
    for (product_id, product_name) in [("", ""), ("", "karela powder"), (BINA, "karela powder")] {
        let listed = reviews.list_of(product_id, product_name, 200).await;
        let listed = listed.expect("they are listed");
        assert_eq!(
            listed,
            std::slice::from_ref(&other),
            "{product_id} {product_name}"
        );
    }
    assert_eq!(reviews.ratings(10).await.expect("they are told"), counted(1, 45));
    let own = reviews.own(&request.account_id, 0).await.expect("it is theirs");
    assert_eq!((own[0].refusal_reason.as_str(), own[0].version), (why, 2));

    let edit = UpdateReviewRequest {
        account_id: request.account_id.clone(),
        review_id: kept.id.clone(),
        version: 1,
        review: "Bitter, too.".to_owned(),
        rating_tenths: 35,
    };
    // The writer had not seen the refusal.
    let unseen = reviews.update(edit.clone()).await.expect_err("it was refused");
    let stands: OwnReview = status::message(&unseen).expect("it tells how it stands");
    assert_eq!(stands, own[0]);
    let edit = UpdateReviewRequest { version: 2, ..edit };
    let edited = reviews.update(edit).await.expect("they saw it");
    assert_eq!((edited.version, edited.refusal_reason.as_str()), (3, ""));
    let listed = reviews.list(200, "").await.expect("they are listed");
    assert_eq!(listed, [other, edited.review.expect("it is answered")]);
    assert_eq!(reviews.ratings(10).await.expect("they are told"), counted(2, 80));
    let waiting = office.texts(ReviewState::Waiting, false, 0).await;
    assert_eq!(waiting, ["Bitter.", "Bitter, too."]);
    assert_eq!(office.texts(ReviewState::Refused, false, 0).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrent_decisions_gets_a_conflict() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    for _ in 0..8 {
        let kept = reviews.keep("Bitter.").await;
        let (refused, approved) = tokio::join!(
            office.moderate(BINA, refuse(&kept.id, 1, "It is no review of the powder.")),
            office.moderate(RAVI, approve(&kept.id, 1))
        );
        let (done, told) = match (refused, approved) {
            (Ok(done), Err(told)) | (Err(told), Ok(done)) => (done, told),
            both => panic!("one is first: {both:?}"),
        };
        assert_eq!(changed(&told), done);
        assert_eq!(done.version, 2);
        // A staff member who saw that version may decide otherwise.
        let id = shown(done).id;
        let other = office.moderate(RAVI, refuse(&id, 2, "It is an advertisement."));
        assert_eq!(other.await.expect("they saw it").version, 3);
    }
    let history = reviews.history().await;
    assert_eq!(history.len(), 16, "{history:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_decision_again_changes_nothing_and_the_history_only_grows() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    let kept = reviews.keep("Bitter.").await;
    let refusing = refuse(&kept.id, 1, " It names a person. ");
    let first = office.moderate(BINA, refusing.clone()).await.expect("it waits");
    for staff in [BINA, RAVI] {
        let again = office.moderate(staff, refusing.clone()).await;
        assert_eq!(again.expect("it is done"), first);
    }
    let other_reason = office.moderate(BINA, refuse(&kept.id, 1, "It is rude.")).await;
    assert_eq!(changed(&other_reason.expect_err("it was another")), first);
    let approved = office.moderate(RAVI, approve(&kept.id, 2)).await;
    assert_eq!(approved.expect("they saw it").refusal_reason, "");
    let row = |version, decision: &str, reason: Option<&str>, staff: &str| {
        let reason = reason.map(str::to_owned);
        (version, decision.to_owned(), reason, Some(staff.to_owned()))
    };
    let expected = [
        row(2, "refused", Some("It names a person."), BINA),
        row(3, "approved", None, RAVI),
    ];
    assert_eq!(reviews.history().await, expected);

    let unknown = office
        .moderate(BINA, approve(&Uuid::now_v7().to_string(), 1))
        .await;
    assert_eq!(
        unknown.expect_err("there is no such review").code(),
        Code::NotFound
    );
    let broken = ModerateReviewRequest::default();
    let broken = office
        .moderate(BINA, broken)
        .await
        .expect_err("every rule is broken");
    let violations = status::details(&broken).violations;
    let fields: Vec<_> = violations.iter().map(|broken| broken.field.as_str()).collect();
    assert_eq!(fields, ["review_id", "version", "state"]);

    let db = reviews.database.pool();
    for change in [
        "UPDATE review_moderations SET reason = 'It is fine.' WHERE version = 2",
        "DELETE FROM review_moderations",
    ] {
        let refused = sqlx::query(change).execute(db).await;
        assert!(refused.is_err(), "{change}");
    }
    // Deleting a writer's account does the same.
    let erased = sqlx::query("DELETE FROM reviews").execute(db).await;
    erased.expect("reviews may go");
    assert!(reviews.history().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_of_the_shop_is_shown_until_it_is_taken_away() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    let kept = reviews.keep("Bitter.").await;
    let answered = office.answer(&kept.id, 1, " So is karela.\r\nThank you. ").await;
    let answered = answered.expect("it is as they saw it");
    assert_eq!((answered.version, answered.state()), (2, ReviewState::Waiting));
    assert_eq!(
        (answered.moderated_at.as_str(), answered.moderated_by.as_str()),
        ("", "")
    );
    let again = office.answer(&kept.id, 1, "So is karela.\nThank you.").await;
    assert_eq!(again.expect("it is done"), answered);
    let late = office.answer(&kept.id, 1, "Otherwise.").await;
    assert_eq!(changed(&late.expect_err("it was answered")), answered);
    let listed = reviews.list(200, "").await.expect("they are listed");
    assert_eq!(listed[0].shop_answer, "So is karela.\nThank you.");
    assert_eq!(listed, [shown(answered)]);

    let taken_away = office.answer(&kept.id, 2, " ").await;
    assert_eq!(shown(taken_away.expect("they saw it")).shop_answer, "");
    assert_eq!(reviews.list(200, "").await.expect("they are listed"), [kept]);
    let history = reviews.history().await.into_iter();
    let history: Vec<_> = history
        .map(|(version, decision, ..)| (version, decision))
        .collect();
    let expected = [(2, "answered"), (3, "answer_removed")];
    assert_eq!(
        history,
        expected.map(|(version, decision)| (version, decision.to_owned()))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_with_possible_claims_are_read_first() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    let (claims, another) = ("🌿 It cures diabetes!", "Controls diabetes.");
    let request = review("Karela Powder", "Bitter.");
    let bitter = reviews.create(request.clone()).await.expect("it is kept");
    let mut kept = Vec::new();
    for text in [claims, "Sweet.", another] {
        kept.push(reviews.keep(text).await);
    }
    assert_eq!(office.count().await.expect("they are counted"), (4, 2));
    for page_size in [1, 2, 3, 0, 100] {
        let all = office.texts(ReviewState::Waiting, false, page_size).await;
        assert_eq!(all, [claims, another, "Bitter.", "Sweet."], "{page_size}");
        let flagged = office.texts(ReviewState::Waiting, true, page_size).await;
        assert_eq!(flagged, [claims, another], "{page_size}");
    }
    let message = ListModeratedReviewsRequest {
        state: ReviewState::Waiting.into(),
        page_size: 1,
        ..ListModeratedReviewsRequest::default()
    };
    let (page, _) = office.page(message).await.expect("they are listed");
    let found = &page[0].claims[0];
    assert_eq!(
        (found.start, found.end),
        (5, 19),
        "code points are counted, not bytes: {found:?}"
    );
    assert!(!found.rule.is_empty() && !found.explanation.is_empty());

    let edit = UpdateReviewRequest {
        account_id: request.account_id,
        review_id: bitter.id.clone(),
        version: 1,
        review: "It cures diabetes, too.".to_owned(),
        rating_tenths: 50,
    };
    reviews.update(edit).await.expect("it is theirs");
    assert_eq!(office.count().await.expect("they are counted"), (4, 3));
    let decided = office
        .moderate(BINA, refuse(&bitter.id, 2, "The law forbids it."))
        .await;
    decided.expect("it waits");
    for review in &kept[1..] {
        let decided = office
            .moderate(BINA, refuse(&review.id, 1, "It is no review."))
            .await;
        decided.expect("it waits");
    }
    for page_size in [1, 2, 0] {
        let refused = office.texts(ReviewState::Refused, false, page_size).await;
        let last_first = [another, "Sweet.", "It cures diabetes, too."];
        assert_eq!(refused, last_first, "{page_size}");
        let flagged = office.texts(ReviewState::Refused, true, page_size).await;
        assert_eq!(flagged, [another, "It cures diabetes, too."], "{page_size}");
    }
    assert_eq!(office.count().await.expect("they are counted"), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_written_by_sql_are_checked_and_samples_are_not() {
    let database = testkit::database(&[&review::MIGRATIONS]).await;
    // An operator inserts the first two, and changes the refused third one.
    sqlx::raw_sql(
        "INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths, created_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'Asha', 'Karela Powder', text, 40, now() - interval '1 day'
         FROM unnest(ARRAY['It cures diabetes.', 'Bitter.']) AS text;
         INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths, state, refusal_reason, version,
           checked_version)
         VALUES (gen_random_uuid(), gen_random_uuid(), 'Bina', 'Karela Powder', 'Rude.', 40, 'refused', 'It is rude.', 2, 2);
         UPDATE reviews SET review = 'Kind.', version = version + 1, edited_at = now() WHERE review = 'Rude.'",
    )
    .execute(database.pool())
    .await
    .expect("the reviews are kept");
    let settings = review::Settings {
        sample_reviews: true,
        ..Reviews::settings(database.settings())
    };
    let reviews = Reviews::open_with(database, settings).await;
    let office = Office::open(&reviews).await;
    eventually("the texts are looked through", async || {
        let counts = office.count().await.expect("they are counted");
        (counts == (3, 1)).then_some(())
    })
    .await;
    let waiting = office.texts(ReviewState::Waiting, false, 0).await;
    assert_eq!(waiting, ["It cures diabetes.", "Bitter.", "Kind."]);
    let told = reviews.ratings(10).await.expect("they are told");
    let told: Vec<_> = told
        .into_iter()
        .map(|(_, name, count, sum)| (name, count, sum))
        .collect();
    assert_eq!(told, [("karela powder".to_owned(), 2, 80)], "the claim is held");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_read_at_any_length_of_review_and_answer() {
    let reviews = Reviews::open().await;
    let office = Office::open(&reviews).await;
    // Four bytes per character.
    let request = CreateReviewRequest {
        review: "🌿".repeat(2_000),
        ..review("Karela Powder", "")
    };
    let kept = reviews.create(request.clone()).await.expect("it is kept");
    let long = "🌿".repeat(1_000);
    office
        .answer(&kept.id, 1, &long)
        .await
        .expect("it is as they saw it");
    let late = office
        .answer(&kept.id, 1, "Thank you.")
        .await
        .expect_err("it was answered");
    assert_eq!(late.code(), Code::Aborted, "{late}");
    assert_eq!(status::details(&late).reason.as_deref(), Some("REVIEW_CHANGED"));
    let edit = UpdateReviewRequest {
        account_id: request.account_id,
        review_id: kept.id,
        version: 1,
        review: "Short.".to_owned(),
        rating_tenths: 50,
    };
    let refused = reviews.update(edit).await.expect_err("it was answered");
    let stands: OwnReview = status::message(&refused).expect("its writer goes on from it");
    let stands = stands.review.expect("it is answered");
    assert_eq!((stands.review, stands.shop_answer.as_str()), (request.review, ""));
}
