//! The history of products.

use proto::catalog::v1::{
    AcceptClaimsRequest, ListProductChangesRequest, ListProductChangesResponse, ProductChange, ProductState,
};
use tonic::{Code, Status};

use super::{BINA, Desk, GILOY, RAVI, fields, giloy, with_tagline};

async fn changes(desk: &Desk, size: i32, token: &str) -> Result<ListProductChangesResponse, Status> {
    let request = ListProductChangesRequest {
        product_id: GILOY.to_owned(),
        page_size: size,
        page_token: token.to_owned(),
    };
    let request = desk.asked(request);
    let listed = desk.editing().list_product_changes(request).await;
    listed.map(tonic::Response::into_inner)
}

/// The fields of a change, before and after.
fn told(change: &ProductChange) -> Vec<(&str, &str, &str)> {
    let fields = change.fields.iter();
    fields
        .map(|field| (field.field.as_str(), field.before.as_str(), field.after.as_str()))
        .collect()
}

#[tokio::test]
async fn every_change_says_who_and_what_before_and_after() {
    let desk = Desk::open().await;
    let mut content = with_tagline("It cures diabetes");
    desk.create(GILOY, content.clone())
        .await
        .expect("a draft may say anything");
    content.actual_price_paise = 25_000;
    content.benefits = vec!["Bitter".to_owned(), "Single herb".to_owned()];
    desk.update_for(RAVI, 1, content).await.expect("it stands so");
    let request = AcceptClaimsRequest {
        product_id: GILOY.to_owned(),
        version: 2,
        reason: "Our lawyer has looked at it".to_owned(),
    };
    let accepted = desk.editing().accept_claims(desk.asked(request)).await;
    accepted.expect("the owner answers");
    desk.set_state(3, ProductState::Published)
        .await
        .expect("it is whole");
    // An edit that changes nothing is not recorded.
    desk.set_state(4, ProductState::Published)
        .await
        .expect("it is so");

    let first = changes(&desk, 3, "").await.expect("it is there");
    let versions: Vec<_> = first.changes.iter().map(|change| change.version).collect();
    assert_eq!((versions, first.next_page_token.as_str()), (vec![4, 3, 2], "2"));
    let by: Vec<_> = first
        .changes
        .iter()
        .map(|change| change.changed_by.as_str())
        .collect();
    assert_eq!(by, [BINA, BINA, RAVI]);
    assert!(
        first
            .changes
            .iter()
            .all(|change| change.changed_at.ends_with('Z'))
    );
    assert_eq!(told(&first.changes[0]), [("state", "draft", "published")]);
    assert_eq!(
        told(&first.changes[1]),
        [("claims", "", "tagline: cures diabetes")]
    );
    assert_eq!(first.changes[1].reason, "Our lawyer has looked at it");
    assert_eq!(
        told(&first.changes[2]),
        [
            ("actual_price_paise", "19900", "25000"),
            (
                "benefits",
                "A plain bitter for the kitchen",
                "Bitter\nSingle herb"
            ),
        ]
    );
    let last = changes(&desk, 3, &first.next_page_token)
        .await
        .expect("it is there");
    assert_eq!((last.changes.len(), last.next_page_token.as_str()), (1, ""));
    let created = told(&last.changes[0]);
    assert!(
        created.contains(&("product_name", "", "Giloy Powder")),
        "{created:?}"
    );
    assert_eq!(created.len(), 17, "all that was said");
}

#[tokio::test]
async fn a_history_only_grows_and_is_of_a_product() {
    let desk = Desk::open().await;
    let missing = changes(&desk, 0, "").await.expect_err("there is no such product");
    assert_eq!(missing.code(), Code::NotFound);
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let refused = changes(&desk, 101, "x").await.expect_err("there is no such page");
    assert_eq!(fields(&refused), ["page_size", "page_token"]);
    for change in [
        "UPDATE product_changes SET version = 9",
        "DELETE FROM product_changes",
        "DELETE FROM products",
    ] {
        let changed = sqlx::query(change).execute(desk.database.pool()).await;
        assert!(changed.is_err(), "{change}");
    }
    let stands = changes(&desk, 0, "").await.expect("it is there");
    assert_eq!(stands.changes.len(), 1);
}
