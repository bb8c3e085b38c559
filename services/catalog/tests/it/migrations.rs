//! Migrations of a shop from the last version without packs.

use sqlx::migrate::Migrator;
use testkit::TestDatabase;

use crate::{execute, open};

/// The last migration of that version.
const BEFORE: i64 = 21;

/// A database of that version: two products, one of them larger than the present limit, and the samples
/// added.
async fn earlier_database() -> TestDatabase {
    let earlier = catalog::MIGRATIONS.iter().filter(|one| one.version <= BEFORE);
    let earlier = Migrator::with_migrations(earlier.cloned().collect());
    let database = testkit::database(&[&earlier]).await;
    execute(&database, "INSERT INTO planted (what) VALUES ('products')").await;
    execute(&database, "ALTER TABLE products DROP CONSTRAINT products_size").await;
    execute(
        &database,
        r#"INSERT INTO products VALUES
             ('0190b6a0-0000-7000-8000-000000000001', 1, 'Karela', 'करेला', '', 'pouch', 249, 20, '["/a.webp"]', '',
              '"Karela"', '"[\"Bitter\", \"Single herb\"]"', '[" karela "]', '[]', '', '', ''),
             ('0190b6a0-0000-7000-8000-000000000002', 2, 'Ashwagandha', 'अश्वगंधा', '', 'box', 349, 0, '[]',
              repeat('x', 60001), '"Root"', '[]', '[]', '[]', '', '', '')"#,
    )
    .await;
    execute(
        &database,
        "ALTER TABLE products ADD CONSTRAINT products_size CHECK (octet_length(description) <= 60000) NOT VALID",
    )
    .await;
    database
}

#[tokio::test]
async fn a_shop_of_the_version_before_comes_up_whole_with_its_packs() {
    let database = earlier_database().await;
    let mut shelf = open(database.url()).await;
    let products = shelf.products().await;
    let told: Vec<_> = products
        .iter()
        .map(|product| {
            let packs = product.variants.iter();
            let packs: Vec<_> = packs
                .map(|pack| (pack.weight_in_grams, pack.price_paise))
                .collect();
            (product.product_name.as_str(), product.version, packs)
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Karela", 1, vec![(100, 24_900), (200, 32_400)]),
            ("Ashwagandha", 1, vec![(75, 34_900), (100, 64_300), (250, 89_700)]),
        ],
        "and no sample was planted anew"
    );
    let [karela, ashwagandha] = &products[..] else {
        panic!("there are two");
    };
    assert_eq!(karela.ingredients, ["Karela"]);
    assert_eq!(karela.benefits, ["Bitter", "Single herb"]);
    assert_eq!(karela.other_names, ["karela"]);
    assert_eq!(ashwagandha.ingredients, ["Root"]);
    let (name, price) = shelf.quote(&karela.id, 200).await;
    assert_eq!((name.as_str(), price), ("Karela", Some(32_400)));
}

/// The earlier version writes this while the new one already runs.
#[tokio::test]
async fn products_of_the_earlier_version_have_packs_too() {
    let database = earlier_database().await;
    let mut shelf = open(database.url()).await;
    execute(
        &database,
        r#"INSERT INTO products
             (id, position, product_name, hindi_name, tagline, product_type, base_price_rupees, discount_percent,
              photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions, storage)
           VALUES ('0190b6a0-0000-7000-8000-000000000003', 3, 'Jamun', '', '', 'pouch', 100, 0, '[]', '',
              '"Jamun seed"', '[]', '[]', '[]', '', '', '')
           ON CONFLICT DO NOTHING"#,
    )
    .await;
    let jamun = shelf.product("Jamun").await;
    assert_eq!(jamun.ingredients, ["Jamun seed"]);
    assert_eq!(
        shelf.quote(&jamun.id, 200).await,
        ("Jamun".to_owned(), Some(13_000))
    );
}
