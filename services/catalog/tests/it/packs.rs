//! The packs of products.

use std::collections::HashSet;

use proto::catalog::v1::{Product, ProductType};

use crate::editing::Desk;

fn packs(product: &Product) -> Vec<(&str, i32, i64)> {
    let packs = product.variants.iter();
    packs
        .map(|pack| (pack.sku.as_str(), pack.weight_in_grams, pack.price_paise))
        .collect()
}

#[tokio::test]
async fn packs_follow_their_product_and_keep_their_names() {
    let mut desk = Desk::open().await;
    let karela = desk.shelf.product("Karela Powder").await;
    assert_eq!(
        packs(&karela),
        [("P0001-100", 100, 24_900), ("P0001-200", 200, 32_400)]
    );
    let skus: HashSet<_> = desk
        .shelf
        .products()
        .await
        .into_iter()
        .flat_map(|product| product.variants)
        .map(|pack| pack.sku)
        .collect();
    assert_eq!(skus.len(), 6 * 2 + 6 * 3, "each pack has a name of its own");

    desk.edit("Karela Powder", |content| content.actual_price_paise = 500)
        .await;
    let cheap = desk.shelf.product("Karela Powder").await;
    assert_eq!(packs(&cheap), [("P0001-100", 100, 500), ("P0001-200", 200, 700)]);
    let quote = desk.shelf.whole_quote(&karela.id, 200).await;
    assert_eq!((quote.sku.as_str(), quote.price_paise), ("P0001-200", Some(700)));

    desk.edit("Karela Powder", |content| {
        content.r#type = ProductType::Box.into();
        content.actual_price_paise = 50_000;
    })
    .await;
    let boxed = desk.shelf.product("Karela Powder").await;
    assert_eq!(
        packs(&boxed),
        [
            ("P0001-75", 75, 50_000),
            ("P0001-100", 100, 92_200),
            ("P0001-250", 250, 128_400)
        ]
    );
    assert_eq!(desk.shelf.quote(&karela.id, 200).await.1, None);
}
