//! Forbidden claims, and their acceptance by staff.

use proto::catalog::v1::{
    AcceptClaimsRequest, CheckClaimsRequest, EditedProduct, FoundClaims, ProductContent, ProductState,
};
use tonic::{Code, Status};

use super::{Desk, GILOY, fields, giloy, reason, with_tagline};

const REASON: &str = "Our lawyer has looked at it";

async fn accept(desk: &Desk, version: i64, reason: &str) -> Result<EditedProduct, Status> {
    let request = AcceptClaimsRequest {
        product_id: GILOY.to_owned(),
        version,
        reason: reason.to_owned(),
    };
    let accepted = desk.editing().accept_claims(desk.asked(request)).await?;
    Ok(accepted.into_inner().product.expect("it comes along"))
}

/// The claims in an error that were not accepted.
fn unanswered(refused: &Status) -> Vec<(String, String)> {
    assert_eq!(
        (refused.code(), reason(refused).as_str()),
        (Code::FailedPrecondition, "FORBIDDEN_CLAIMS")
    );
    let told: FoundClaims = runtime::status::message(refused).expect("it tells the claims");
    let claims = told.claims.into_iter();
    claims
        .map(|claim| {
            assert!(!claim.is_accepted && !claim.rule.is_empty() && !claim.explanation.is_empty());
            (claim.field, claim.text)
        })
        .collect()
}

fn claiming(benefit: &str) -> ProductContent {
    ProductContent {
        benefits: vec!["A plain bitter".to_owned(), benefit.to_owned()],
        ..giloy()
    }
}

#[tokio::test]
async fn a_claim_is_not_published_until_it_is_accepted() {
    let desk = Desk::open().await;
    let draft = desk.create(GILOY, claiming("It cures diabetes")).await;
    let draft = draft.expect("a draft may say anything");
    let claim = &draft.claims[0];
    assert_eq!(
        (
            claim.field.as_str(),
            claim.start,
            claim.end,
            claim.text.as_str(),
            claim.is_accepted
        ),
        ("benefits[1]", 3, 17, "cures diabetes", false)
    );
    let claims = [("benefits[1]".to_owned(), "cures diabetes".to_owned())];
    let refused = desk.set_state(1, ProductState::Published).await;
    assert_eq!(unanswered(&refused.expect_err("it is not accepted")), claims);

    let accepted = accept(&desk, 1, REASON).await.expect("the owner answers");
    assert!(accepted.claims[0].is_accepted);
    assert_eq!(accepted.product.map(|product| product.version), Some(2));
    let again = accept(&desk, 1, REASON).await.expect("it is answered");
    assert_eq!(again.product.map(|product| product.version), Some(2));
    desk.set_state(2, ProductState::Published)
        .await
        .expect("it is accepted");

    // Accepted words may move when other texts change. New words need a new acceptance.
    let mut moved = claiming("It cures diabetes");
    moved.benefits.remove(0);
    moved.tagline = "Another line".to_owned();
    desk.update(3, moved).await.expect("it says nothing new");
    let edited = desk.update(4, claiming("It cures cancer")).await;
    let edited = unanswered(&edited.expect_err("this is not accepted"));
    assert_eq!(edited, [("benefits[1]".to_owned(), "cures cancer".to_owned())]);
    let elsewhere = desk.update(4, with_tagline("It cures diabetes")).await;
    let elsewhere = unanswered(&elsewhere.expect_err("it is not accepted there"));
    assert_eq!(elsewhere, [("tagline".to_owned(), "cures diabetes".to_owned())]);
}

#[tokio::test]
async fn accepting_a_claim_needs_a_reason_and_the_current_version() {
    let desk = Desk::open().await;
    let draft = desk.create(GILOY, claiming("It cures diabetes")).await;
    draft.expect("a draft may say anything");
    let short = accept(&desk, 1, "Because.").await.expect_err("that is no reason");
    assert_eq!(
        (short.code(), fields(&short)),
        (Code::InvalidArgument, vec!["reason".to_owned()])
    );
    desk.update(1, claiming("It cures cancer"))
        .await
        .expect("a draft may say anything");
    let stale = accept(&desk, 1, REASON)
        .await
        .expect_err("it says something else by now");
    assert_eq!(reason(&stale), "PRODUCT_CHANGED");
    assert!(!desk.get(GILOY).await.claims[0].is_accepted);
}

#[tokio::test]
async fn texts_are_checked_as_they_are_typed_and_cautions_are_not() {
    let desk = Desk::open().await;
    let check = async |content: ProductContent| {
        let request = CheckClaimsRequest {
            content: Some(content),
        };
        let request = desk.asked(request);
        desk.editing()
            .check_claims(request)
            .await
            .map(|found| found.into_inner().claims)
    };
    // No name and no price yet, and spaces that are not stored.
    let typed = ProductContent {
        description: "  It cures diabetes".to_owned(),
        cautions: "No one says that it cures diabetes".to_owned(),
        ..ProductContent::default()
    };
    let found = check(typed).await.expect("it can be checked");
    let places: Vec<_> = found
        .iter()
        .map(|claim| (claim.field.as_str(), claim.start))
        .collect();
    assert_eq!(places, [("description", 5)]);
    assert_eq!(check(giloy()).await.expect("it can be checked"), []);
    let many = ProductContent {
        description: "It cures diabetes. ".repeat(300),
        ..ProductContent::default()
    };
    assert_eq!(check(many).await.expect("it can be checked").len(), 100);
    let endless = ProductContent {
        description: "x".repeat(60_001),
        ..ProductContent::default()
    };
    let refused = check(endless).await.expect_err("no product says so much");
    assert_eq!(refused.code(), Code::InvalidArgument);
}
