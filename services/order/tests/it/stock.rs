//! Reservations of orders.

use proto::order::v1::PacksLeft;
use tonic::Code;
use uuid::Uuid;

use crate::{Shop, fake_catalog::KARELA, good_order};

#[tokio::test]
async fn an_order_reserves_its_packs_under_its_own_id_before_it_is_kept() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("everything is there");
    assert_eq!(shop.inventory.held(), [placed.order_id].into());
}

#[tokio::test]
async fn packs_that_are_not_there_are_named_with_what_is_left_and_nothing_is_kept() {
    let shop = Shop::open().await;
    let table = [
        (
            1,
            "Only 1 pack of Karela Powder (100 g) is left. Please change your cart and try again.",
        ),
        (
            0,
            "Karela Powder (100 g) is sold out. Please remove it from your cart and try again.",
        ),
    ];
    for (left, words) in table {
        shop.inventory.has_left_of_karela(Some(left));
        let refused = shop.place(good_order()).await.expect_err("there are too few");
        assert_eq!((refused.code(), refused.message()), (Code::Aborted, words));
        let details = runtime::status::details(&refused);
        assert_eq!(details.reason.as_deref(), Some("OUT_OF_STOCK"));
        let told: PacksLeft = runtime::status::message(&refused).expect("it says what is left");
        let packs: Vec<_> = told
            .packs
            .iter()
            .map(|pack| (pack.product_id.as_str(), pack.weight_in_grams, pack.left))
            .collect();
        assert_eq!(packs, [(KARELA, 100, left)]);
    }
    assert_eq!(shop.kept_orders().await, 0);
    shop.inventory.has_left_of_karela(None);
    shop.place(good_order()).await.expect("they came in");
}

#[tokio::test]
async fn a_price_that_differs_reserves_nothing() {
    let shop = Shop::open().await;
    shop.catalog.change_price_of_karela(25_900);
    shop.place(good_order()).await.expect_err("it costs more");
    assert!(shop.inventory.held().is_empty());
}

#[tokio::test]
async fn an_inventory_that_hangs_or_is_gone_refuses_the_order_in_time_and_nothing_is_kept() {
    let hanging = Shop::open_impatient().await;
    hanging.inventory.hang();
    let gone = Shop::open().await;
    gone.inventory.stop();
    for shop in [&hanging, &gone] {
        let refused = testkit::eventually("the inventory is away", async || {
            shop.place(good_order()).await.err()
        })
        .await;
        assert_eq!(refused.code(), Code::Unavailable);
        assert!(
            refused.message().contains("Nothing was ordered"),
            "{}",
            refused.message()
        );
        assert!(runtime::status::details(&refused).retry_after.is_some());
    }
    assert_eq!(hanging.kept_orders().await, 0);
}

#[tokio::test]
async fn a_shop_that_decides_so_sells_while_the_inventory_is_away_but_not_what_it_has_not() {
    let shop = Shop::open_selling_without_stock().await;
    shop.inventory.has_left_of_karela(Some(0));
    let refused = shop.place(good_order()).await.expect_err("it is sold out");
    assert_eq!(refused.code(), Code::Aborted);
    shop.inventory.hang();
    shop.place(good_order())
        .await
        .expect("it is not known to be missing");
    assert_eq!(shop.kept_orders().await, 1);
}

#[tokio::test]
async fn overdue_reservations_are_finalized_by_the_order_service() {
    let shop = Shop::open().await;
    let placed = shop
        .place(good_order())
        .await
        .expect("everything is there")
        .order_id;
    let never = Uuid::now_v7().to_string();
    shop.inventory.hold(&never);
    shop.inventory.let_time_pass();
    let sooner = "UPDATE periodic_tasks SET due_at = now() WHERE name = 'reservations'";
    testkit::eventually("they are settled", async || {
        sqlx::query(sooner)
            .execute(shop.database.pool())
            .await
            .expect("an operator may do this");
        shop.inventory.held().is_empty().then_some(())
    })
    .await;
    let finalized = shop.inventory.finalized();
    assert_eq!(finalized.placed_order_ids, [placed]);
    assert_eq!(finalized.abandoned_order_ids, [never]);
}
