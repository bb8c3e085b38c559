use proto::catalog::v1::GetProductRequest;
use tonic::Code;

use crate::{database, execute, open};

#[tokio::test]
async fn only_what_is_published_is_listed_and_sold() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let karela = shelf.product("Karela Powder").await;
    let all = shelf.products().await.len();
    let states = [
        (
            "UPDATE products SET state = 'draft' WHERE product_name = 'Karela Powder'",
            "",
        ),
        (
            "UPDATE products SET state = 'archived' WHERE product_name = 'Karela Powder'",
            "Karela Powder",
        ),
    ];
    for (change, name_told) in states {
        execute(&database, change).await;
        assert_eq!(shelf.products().await.len(), all - 1, "{change}");
        assert_eq!(
            shelf.quote(&karela.id, 100).await,
            (name_told.to_owned(), None),
            "{change}"
        );
        let request = GetProductRequest {
            product_id: karela.id.clone(),
        };
        let missing = shelf.catalog.get_product(request).await;
        assert_eq!(missing.expect_err("it is not on sale").code(), Code::NotFound);
    }
    execute(
        &database,
        "UPDATE products SET state = 'published' WHERE product_name = 'Karela Powder'",
    )
    .await;
    let back = shelf.product("Karela Powder").await;
    assert_eq!(back.variants, karela.variants, "and its packs are what they were");
}

#[tokio::test]
async fn every_change_of_a_product_counts_and_nothing_else_does() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    assert_eq!(shelf.product("Karela Powder").await.version, 1);
    for (change, version) in [
        (
            "UPDATE products SET tagline = 'Bitter' WHERE product_name = 'Karela Powder'",
            2,
        ),
        (
            "UPDATE products SET tagline = 'Bitter' WHERE product_name = 'Karela Powder'",
            2,
        ),
        (
            "UPDATE products SET base_price_rupees = 259, version = 77 WHERE product_name = 'Karela Powder'",
            3,
        ),
        // The same list in another form.
        (
            "UPDATE products SET benefits = to_jsonb(benefits::text) WHERE product_name = 'Karela Powder'",
            3,
        ),
        (
            "UPDATE products SET tagline = 'Other' WHERE product_name = 'Moringa Powder'",
            3,
        ),
    ] {
        execute(&database, change).await;
        assert_eq!(shelf.product("Karela Powder").await.version, version, "{change}");
    }
}
