use crate::{Shop, count, events_of, good_order};

#[tokio::test]
async fn an_order_is_kept_with_its_lines_and_the_world_is_told_once() {
    let shop = Shop::open().await;
    let receipt = shop.place(good_order()).await.expect("a good order is taken");
    assert_eq!(receipt.total_paise, 117_100);
    assert!(
        receipt.order_number.starts_with("VM-"),
        "{}",
        receipt.order_number
    );

    let lines: Vec<(Option<String>, String, i32, i32, i64)> = sqlx::query_as(
        "SELECT sku, product_name, weight_in_grams, quantity, unit_price_paise
         FROM order_lines WHERE order_id = $1::text::uuid ORDER BY line_number",
    )
    .bind(&receipt.order_id)
    .fetch_all(shop.database.pool())
    .await
    .expect("the lines can be read");
    let expected = [
        (
            Some("P0001-100".to_owned()),
            "Karela Powder".to_owned(),
            100,
            2,
            24_900,
        ),
        (
            Some("P0001-200".to_owned()),
            "Karela Powder".to_owned(),
            200,
            1,
            32_400,
        ),
        (None, "Ashwagandha Powder".to_owned(), 75, 1, 34_900),
    ];
    assert_eq!(
        lines, expected,
        "names come from the catalog, not from the client"
    );
    let status: String = sqlx::query_scalar("SELECT payment_status FROM orders")
        .fetch_one(shop.database.pool())
        .await
        .expect("the order can be read");
    assert_eq!(status, "pending");

    testkit::eventually("the outbox is empty", async || {
        let waiting = count(
            shop.database.pool(),
            "SELECT count(*) FROM outbox WHERE published_at IS NULL",
        )
        .await;
        (waiting == 0).then_some(())
    })
    .await;
    assert_eq!(events_of(&receipt.order_id).await, 1);
}

#[tokio::test]
async fn without_a_key_every_order_is_a_new_one() {
    let shop = Shop::open().await;
    let first = shop.place(good_order()).await.expect("a good order is taken");
    let second = shop.place(good_order()).await.expect("and so is the next");
    assert_ne!(first.order_id, second.order_id);
    assert_eq!(shop.kept_orders().await, 2);
}
