//! Two staff members edit one product, and neither overwrites unseen changes.

use proto::catalog::v1::ProductContent;
use tonic::Code;

use super::{BINA, Desk, GILOY, RAVI, giloy, reason, with_tagline};

#[tokio::test]
async fn a_late_update_gets_a_conflict_and_loses_nothing() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let of_bina = with_tagline("Bina's line");
    let first = desk
        .update_for(BINA, 1, of_bina.clone())
        .await
        .expect("it stands so");
    assert_eq!(
        (first.changed_by.as_str(), first.changed_at.is_empty()),
        (BINA, false)
    );

    let of_ravi = with_tagline("Ravi's line");
    let second = desk.update_for(RAVI, 1, of_ravi.clone()).await;
    let second = second.expect_err("he saw another");
    assert_eq!(
        (second.code(), reason(&second).as_str()),
        (Code::Aborted, "PRODUCT_CHANGED")
    );
    let stands = desk.get(GILOY).await;
    let product = stands.product.expect("it is there");
    assert_eq!((product.tagline.as_str(), product.version), ("Bina's line", 2));

    let now = desk.update_for(RAVI, 2, of_ravi).await.expect("he saw it");
    assert_eq!(now.changed_by, RAVI);
}

#[tokio::test]
async fn the_same_content_again_changes_nothing_from_any_version() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let changed = desk
        .update(1, with_tagline("Another line"))
        .await
        .expect("it stands so");
    // A retry, with the text in another form.
    let again = desk.update_for(RAVI, 1, with_tagline(" Another line\t")).await;
    assert_eq!(again.expect("it says so already"), changed);
    let older = desk.update(1, giloy()).await.expect_err("it is another content");
    assert_eq!(reason(&older), "PRODUCT_CHANGED");
}

#[tokio::test]
async fn one_of_many_concurrent_updates_wins() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let lines: Vec<_> = (0..8).map(|number| format!("Line {number}")).collect();
    let writing = lines.iter().map(|line| desk.update(1, with_tagline(line)));
    let answers = futures_util::future::join_all(writing).await;
    let heard: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().ok()).collect();
    assert_eq!(heard.len(), 1, "{answers:?}");
    assert_eq!(&desk.get(GILOY).await, heard[0]);
    for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        assert_eq!(reason(refused), "PRODUCT_CHANGED");
    }
    // The same edit from eight callers: all succeed, and it is applied once.
    let writing = (0..8).map(|_| desk.update(2, with_tagline("The same")));
    for answer in futures_util::future::join_all(writing).await {
        let product = answer.expect("it says so").product.expect("it is there");
        assert_eq!(product.version, 3);
    }
}

#[tokio::test]
async fn a_missing_product_is_not_changed_and_a_name_is_of_one_product() {
    let desk = Desk::open().await;
    let missing = desk.update(1, giloy()).await.expect_err("there is none");
    assert_eq!(missing.code(), Code::NotFound);
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let content = ProductContent {
        product_name: "Karela Powder".to_owned(),
        ..giloy()
    };
    let taken = desk.update(1, content).await.expect_err("another has the name");
    assert_eq!(
        (taken.code(), reason(&taken).as_str()),
        (Code::AlreadyExists, "NAME_TAKEN")
    );
    assert_eq!(super::fields(&taken), ["product_name"]);
}

#[tokio::test]
async fn packs_follow_the_product_and_are_taxed_alike() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let packs = async || -> Vec<(i32, i64, i64, String)> {
        let packs = sqlx::query_as(
            "SELECT weight_in_grams, price_paise, mrp_paise, tax_class FROM packs WHERE product_id = $1::uuid
             ORDER BY weight_in_grams",
        );
        let packs = packs.bind(GILOY).fetch_all(desk.database.pool()).await;
        packs.expect("they can be read")
    };
    let taxed = |packs: &[(i32, i64, i64)], class: &str| -> Vec<_> {
        let packs = packs.iter();
        packs
            .map(|(weight, price, listed)| (*weight, *price, *listed, class.to_owned()))
            .collect()
    };
    let pouches = [(100, 19_900, 21_800), (200, 25_900, 28_400)];
    assert_eq!(packs().await, taxed(&pouches, "gst_5"));
    let mut content = giloy();
    content.r#type = proto::catalog::v1::ProductType::Box.into();
    content.actual_price_paise = 10_000;
    let changed = desk.update(1, content.clone()).await.expect("it stands so");
    assert_eq!(changed.product.map(|product| product.variants.len()), Some(3));
    let boxes = [(75, 10_000, 11_000), (100, 18_400, 20_200), (250, 25_700, 28_200)];
    assert_eq!(packs().await, taxed(&boxes, "gst_5"));
    // Changing only the tax class is a change, too.
    content.tax_class = "gst_12".to_owned();
    let changed = desk.update(2, content).await.expect("it stands so");
    assert_eq!(changed.product.map(|product| product.version), Some(3));
    assert_eq!(packs().await, taxed(&boxes, "gst_12"));
}
