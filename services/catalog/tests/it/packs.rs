use std::collections::HashSet;

use proto::catalog::v1::Product;

use crate::{database, execute, open};

fn packs(product: &Product) -> Vec<(&str, i32, i64)> {
    let packs = product.variants.iter();
    packs
        .map(|pack| (pack.sku.as_str(), pack.weight_in_grams, pack.price_paise))
        .collect()
}

/// Computes numerator / denominator, rounded half up, unlike the database: it compares twice the remainder.
fn half_up(numerator: i128, denominator: i128) -> i64 {
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    i64::try_from(whole + i128::from(rest * 2 >= denominator)).expect("a price is small")
}

#[tokio::test]
async fn every_price_is_the_specifications() {
    let database = database().await;
    let _shelf = open(database.url()).await;
    let mut prices: Vec<(i32, String, i32, i64)> = Vec::new();
    // One statement for all of them would time out on a busy machine.
    for first in (1..20_000).step_by(500) {
        let some = sqlx::query_as(
            "SELECT base, product_type, weight_in_grams, pack_price_rupees(base, price_factor)
             FROM generate_series($1, $1 + 499) AS base, pack_sizes ORDER BY base, product_type, weight_in_grams",
        );
        let some = some.bind(first).fetch_all(database.pool()).await;
        prices.extend(some.expect("the prices can be computed"));
    }
    assert_eq!(prices.len(), 5 * 20_000);
    for prices in prices.chunks(5) {
        let base = prices[0].0;
        let b = i128::from(base);
        let expected = [
            ("box", 75, i64::from(base)),
            ("box", 100, half_up(b * 19 * 97, 10 * 100)),
            ("box", 250, half_up(b * 26 * 988, 10 * 1_000)),
            ("pouch", 100, i64::from(base)),
            ("pouch", 200, half_up(b * 2 * 65, 100)),
        ];
        let computed: Vec<_> = prices
            .iter()
            .map(|(_, product_type, weight, price)| (product_type.as_str(), *weight, *price))
            .collect();
        assert_eq!(computed, expected, "{base}");
    }
}

#[tokio::test]
async fn packs_follow_their_product_and_keep_their_names() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let karela = shelf.product("Karela Powder").await;
    assert_eq!(
        packs(&karela),
        [("P0001-100", 100, 24_900), ("P0001-200", 200, 32_400)]
    );
    let skus: HashSet<_> = shelf
        .products()
        .await
        .into_iter()
        .flat_map(|product| product.variants)
        .map(|pack| pack.sku)
        .collect();
    assert_eq!(skus.len(), 6 * 2 + 6 * 3, "each pack has a name of its own");

    // 5 × 1.3 = 6.5, half up
    execute(
        &database,
        "UPDATE products SET base_price_rupees = 5 WHERE product_name = 'Karela Powder'",
    )
    .await;
    let cheap = shelf.product("Karela Powder").await;
    assert_eq!(packs(&cheap), [("P0001-100", 100, 500), ("P0001-200", 200, 700)]);
    let quote = shelf.whole_quote(&karela.id, 200).await;
    assert_eq!((quote.sku.as_str(), quote.price_paise), ("P0001-200", Some(700)));

    // 500 × 1.843 = 921.5, half up
    execute(
        &database,
        "UPDATE products SET product_type = 'box', base_price_rupees = 500 WHERE product_name = 'Karela Powder'",
    )
    .await;
    let boxed = shelf.product("Karela Powder").await;
    assert_eq!(
        packs(&boxed),
        [
            ("P0001-75", 75, 50_000),
            ("P0001-100", 100, 92_200),
            ("P0001-250", 250, 128_400)
        ]
    );
    assert_eq!(shelf.quote(&karela.id, 200).await.1, None);

    execute(
        &database,
        "DELETE FROM products WHERE product_name = 'Karela Powder'",
    )
    .await;
    assert_eq!(shelf.quote(&karela.id, 100).await, (String::new(), None));
}

#[tokio::test]
async fn a_pack_is_listed_at_the_discount_rounded_down() {
    let database = database().await;
    let _shelf = open(database.url()).await;
    execute(
        &database,
        "UPDATE products SET base_price_rupees = 100, discount_percent = 29 WHERE product_name = 'Karela Powder'",
    )
    .await;
    let packs: Vec<(i64, i64, String)> = sqlx::query_as(
        "SELECT packs.price_paise, mrp_paise, packs.tax_class FROM packs JOIN products ON id = product_id
         WHERE product_name = 'Karela Powder' ORDER BY weight_in_grams",
    )
    .fetch_all(database.pool())
    .await
    .expect("the packs can be read");
    // 130 + 37.7, rounded down
    let expected = [(10_000, 12_900), (13_000, 16_700)];
    assert_eq!(
        packs,
        expected.map(|(price, mrp)| (price, mrp, "unclassified".to_owned()))
    );
}

#[tokio::test]
async fn a_name_of_a_pack_has_room_for_many_products() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    execute(
        &database,
        "INSERT INTO products SELECT gen_random_uuid(), 99, 'Late Powder', hindi_name, tagline, product_type,
           base_price_rupees, discount_percent, photos, description, ingredients, benefits, other_names, concerns,
           how_to_use, cautions, storage, 123456
         FROM products WHERE product_name = 'Karela Powder'",
    )
    .await;
    assert_eq!(shelf.product("Late Powder").await.variants[0].sku, "P123456-100");
}
