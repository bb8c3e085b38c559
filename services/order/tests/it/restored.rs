//! The start of the service after a restore of its database.

use proto::order::v1::OrderStatus;
use uuid::Uuid;

use crate::{Shop, count, good_order};

const LOST: &str = "lost-orders";

const VERSION: &str = "SELECT version::bigint FROM orders";

/// Waits until the periodic task has run. A failed task runs again within a minute.
async fn until_looked(shop: &Shop, is_success: bool) {
    testkit::eventually("the task has looked", async || {
        let looked =
            "SELECT holder IS NULL AND due_at > now() AND (due_at > now() + interval '2 minutes') = $2
                      FROM periodic_tasks WHERE name = $1";
        let looked = sqlx::query_scalar(looked).bind(LOST).bind(is_success);
        let looked: Option<bool> = looked
            .fetch_optional(shop.database.pool())
            .await
            .expect("the database answers");
        looked.filter(|looked| *looked)
    })
    .await;
}

#[tokio::test]
async fn gives_back_packs_of_orders_that_a_restore_lost() {
    let shop = Shop::open().await;
    let kept = shop
        .place(good_order())
        .await
        .expect("everything is there")
        .order_id;
    let lost = [(); 5].map(|()| Uuid::now_v7().to_string());
    let keep = |shop: &Shop| {
        for order_id in lost.iter().chain([&kept]) {
            shop.inventory.keep(order_id);
        }
    };
    until_looked(&shop, true).await;
    keep(&shop);
    testkit::run_task_now(shop.database.pool(), LOST).await;
    until_looked(&shop, false).await;
    let finalized = shop.inventory.finalized();
    assert!(
        finalized.lost_order_ids.is_empty(),
        "no restore is noted: {finalized:?}"
    );

    shop.database.mark_restored().await;
    let shop = shop.open_again().await;
    keep(&shop);
    testkit::run_task_now(shop.database.pool(), LOST).await;
    testkit::eventually("they are given back", async || {
        (shop.inventory.finalized().lost_order_ids == lost).then_some(())
    })
    .await;
}

#[tokio::test]
async fn raises_versions_above_those_that_subscribers_heard() {
    let shop = Shop::open().await;
    let order_id = shop.place_and_transition([OrderStatus::Confirmed]).await;
    shop.database.mark_restored().await;
    let shop = shop.open_again().await;
    let raised = count(shop.database.pool(), VERSION).await;
    assert!(raised > 50_000_000, "{raised}");
    let raised = i32::try_from(raised).expect("it is a version");
    let packed = shop.go(&order_id, raised, OrderStatus::Packed).await;
    assert_eq!(packed.version, raised + 1);
    let told = "SELECT max(aggregate_version) FROM outbox";
    assert_eq!(count(shop.database.pool(), told).await, i64::from(raised) + 1);

    let shop = shop.open_again().await;
    assert_eq!(
        count(shop.database.pool(), VERSION).await,
        i64::from(raised) + 1,
        "once"
    );
}
