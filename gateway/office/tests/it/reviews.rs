//! Tests of reviews.

use proto::review::v1::{ModeratedReview, ReviewState};
use reqwest::Method;
use runtime::status;
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::{
    fake_catalog::KARELA,
    fake_reviews::{REVIEW, waiting},
    fake_staff::ASHA,
    fakes::{Office, data, refusal},
};

fn expected() -> Value {
    json!({
        "id": REVIEW,
        "name": "Meena",
        "productName": "Karela Powder",
        "productId": KARELA,
        "review": "It cured my diabetes.",
        "rating": 4.5,
        "isSample": false,
        "isVerified": true,
        "writtenAt": "2026-11-20T06:30:00Z",
        "version": 1,
        "state": "waiting",
        "isHeld": true,
        "claims": [{
            "start": 3,
            "end": 20,
            "rule": "dmr-schedule-diabetes",
            "explanation": "No remedy may be said to cure diabetes.",
        }],
    })
}

#[tokio::test]
async fn reviews_are_read_by_decision() {
    let office = Office::start().await;
    assert_eq!(
        office.read("/reviews").await,
        json!({ "reviews": [expected()], "next": "2" })
    );
    let last = office.read("/reviews?state=refused&flagged=true&cursor=2").await;
    assert_eq!(last, json!({ "reviews": [expected()] }));
    let lists = office.reviews.lists.lock().unwrap().clone();
    assert_eq!(
        (lists[0].state(), lists[0].is_flagged),
        (ReviewState::Waiting, false)
    );
    assert_eq!(
        (lists[1].state(), lists[1].is_flagged),
        (ReviewState::Refused, true)
    );
    assert_eq!(
        (lists[0].page_token.as_str(), lists[1].page_token.as_str()),
        ("", "2")
    );

    let unknown = office
        .of("owner", Method::GET, "/reviews?state=gone")
        .send()
        .await
        .unwrap();
    let body = refusal(unknown, 422).await;
    assert_eq!(body["errors"][0]["field"], "state");
}

#[tokio::test]
async fn a_review_is_refused_with_a_reason_and_answered() {
    let office = Office::start().await;
    let refusing = json!({ "version": 1.0, "state": "refused", "reason": "It names an illness" });
    let path = format!("/reviews/{REVIEW}/decision");
    let refused = data(office.send(Method::POST, &path, &refusing).await).await;
    let mut stands = expected();
    stands["version"] = json!(2);
    stands["state"] = json!("refused");
    stands["refusalReason"] = json!("It names an illness");
    stands["moderatedAt"] = json!("2026-11-25T06:30:00Z");
    stands["moderatedBy"] = json!(ASHA);
    assert_eq!(refused, stands);
    let approving = json!({ "version": 2, "state": "approved" });
    let approved = data(office.send(Method::POST, &path, &approving).await).await;
    assert_eq!(approved["state"], "approved");
    let decisions = office.reviews.decisions.lock().unwrap().clone();
    assert_eq!(decisions[0].review_id, REVIEW);
    assert_eq!(
        (decisions[0].version, decisions[0].reason.as_str()),
        (1, "It names an illness")
    );
    assert_eq!(
        (decisions[1].state(), decisions[1].reason.as_str()),
        (ReviewState::Approved, "")
    );

    let answer = json!({ "version": 3, "answer": "Thank you, Meena." });
    let path = format!("/reviews/{REVIEW}/answer");
    let answered = data(office.send(Method::PUT, &path, &answer).await).await;
    assert_eq!(
        (&answered["shopAnswer"], &answered["version"]),
        (&json!("Thank you, Meena."), &json!(4))
    );
    let answers = office.reviews.answers.lock().unwrap().clone();
    assert_eq!((answers[0].review_id.as_str(), answers[0].version), (REVIEW, 3));

    let waiting = json!({ "version": 1, "state": "waiting" });
    let path = format!("/reviews/{REVIEW}/decision");
    let body = refusal(office.send(Method::POST, &path, &waiting).await, 400).await;
    assert_eq!(body["errors"][0]["field"], "state");
}

#[tokio::test]
async fn a_review_that_was_changed_meanwhile_comes_along() {
    let office = Office::start().await;
    let changed = ModeratedReview {
        version: 2,
        ..waiting()
    };
    let words = "This review was changed meanwhile. Look at it again.";
    let status = status::with_reason(Code::Aborted, "REVIEW_CHANGED", words);
    let with_review = status::with_message(&status, &changed);
    let mut stands = expected();
    stands["version"] = json!(2);
    let (decision, answer) = (
        json!({ "version": 1, "state": "approved" }),
        json!({ "version": 1, "answer": "Thank you." }),
    );
    for (told, data) in [(with_review, Some(stands)), (status, None)] {
        for (call, method, path, body) in [
            ("ModerateReview", Method::POST, "decision", &decision),
            ("AnswerReview", Method::PUT, "answer", &answer),
        ] {
            office.record.refuse(call, Status::clone(&told));
            let path = format!("/reviews/{REVIEW}/{path}");
            let body = refusal(office.send(method, &path, body).await, 409).await;
            assert_eq!(
                (&body["code"], &body["message"]),
                (&json!("REVIEW_CHANGED"), &json!(words))
            );
            assert_eq!(body.get("data"), data.as_ref(), "{call}");
        }
    }
}
