//! The events of products, for changes by the service and by SQL.

use futures_util::StreamExt as _;
use prost::Message as _;
use proto::event::v2::CatalogChanged;

use crate::{database, execute, open};

#[tokio::test]
async fn every_change_of_a_product_is_published_also_one_in_sql() {
    let settings = outbox::Settings::new(testkit::nats_url());
    let client = outbox::connect(&settings).await.expect("it is an address");
    let mut messages = client
        .subscribe("shop.catalog.changed.v2")
        .await
        .expect("every client may");
    client.flush().await.expect("NATS answers");
    let database = database().await;
    let _shelf = open(database.url()).await;

    let id = "0190b6a0-0000-7000-a000-00000000c4a6";
    execute(
        &database,
        "INSERT INTO products (id, position, product_name, hindi_name, tagline, product_type, base_price_rupees,
           discount_percent, photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions,
           storage)
         VALUES ('0190b6a0-0000-7000-a000-00000000c4a6', 99, 'Giloy', '', '', 'pouch', 100, 0, '[]', '', '[]', '[]',
           '[]', '[]', '', '', '')",
    )
    .await;
    execute(
        &database,
        "UPDATE products SET tagline = 'Climber' WHERE product_name = 'Giloy'",
    )
    .await;
    // Nothing changes, so there is no event.
    execute(
        &database,
        "UPDATE products SET tagline = 'Climber' WHERE product_name = 'Giloy'",
    )
    .await;
    // A version that takes two bytes in the event.
    execute(&database, "ALTER TABLE products DISABLE TRIGGER products_version").await;
    execute(
        &database,
        "UPDATE products SET version = 300 WHERE product_name = 'Giloy'",
    )
    .await;
    execute(&database, "ALTER TABLE products ENABLE TRIGGER products_version").await;
    execute(&database, "DELETE FROM products WHERE product_name = 'Giloy'").await;

    let mut told = Vec::new();
    while told.last() != Some(&301) {
        let message = tokio::time::timeout(std::time::Duration::from_secs(15), messages.next());
        let message = message.await.expect("it is told in time").expect("NATS is there");
        let event = CatalogChanged::decode(message.payload).expect("it is of this schema");
        if event.product_id == id {
            let header = |name| message.headers.as_ref().and_then(|headers| headers.get(name));
            assert_eq!(
                header("Aggregate-Id").map(async_nats::HeaderValue::as_str),
                Some(id)
            );
            told.push(event.version);
        }
    }
    assert_eq!(told, [1, 2, 300, 301]);
}
