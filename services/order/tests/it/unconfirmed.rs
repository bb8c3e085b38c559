//! Orders that nobody of the shop confirms.

use std::sync::Arc;

use proto::order::v1::{OrderStatus, PlaceOrderRequest};
use tonic::Code;

use crate::{Shop, count, fake_catalog, good_order, line};

impl Shop {
    /// As if the sweep's time had come.
    pub(crate) async fn sweep(&self, name: &str) {
        testkit::sweep_now(self.database.pool(), name).await;
    }

    async fn warnings(&self) -> i64 {
        let counting = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.expiring.v2'";
        let counted = sqlx::query_scalar(counting).fetch_one(self.database.pool()).await;
        counted.expect("the outbox can be read")
    }
}

#[tokio::test]
async fn an_order_that_nobody_confirms_is_warned_of_once_and_ends_a_day_later() {
    let shop = Shop::open().await;
    let [old, confirmed, new] = [
        shop.place(good_order()).await.expect("it is placed"),
        shop.place(good_order()).await.expect("it is placed"),
        shop.place(good_order()).await.expect("it is placed"),
    ];
    shop.go(&confirmed.order_id, 1, OrderStatus::Confirmed).await;
    // Placed long before there was this rule: its shopper hears of it all the same, and a day before.
    shop.execute(format!(
        "UPDATE orders SET placed_at = now() - interval '9 days' WHERE id <> '{}'",
        new.order_id
    ))
    .await;
    testkit::eventually("its shopper is told", async || {
        shop.sweep("unconfirmed-warnings").await;
        (shop.warnings().await == 1).then_some(())
    })
    .await;
    let done = "SELECT count(*) FROM sweeps WHERE name = 'unconfirmed-orders' AND due_at > now()";
    let has_swept = async || {
        let swept: i64 = sqlx::query_scalar(done)
            .fetch_one(shop.database.pool())
            .await
            .expect("the sweeps can be read");
        (swept == 1).then_some(())
    };
    shop.sweep("unconfirmed-orders").await;
    testkit::eventually("the sweep has passed", has_swept).await;
    assert_eq!(shop.kept(&old.order_id).await.0.status(), OrderStatus::Placed);

    shop.execute("UPDATE expiry_warnings SET warned_at = now() - interval '25 hours'".to_owned())
        .await;
    testkit::eventually("it ends", async || {
        shop.sweep("unconfirmed-orders").await;
        let (order, _) = shop.kept(&old.order_id).await;
        (order.status() == OrderStatus::Cancelled).then_some(())
    })
    .await;
    assert_eq!(shop.warnings().await, 1, "once, and of one order");
    for (order, status) in [(confirmed, OrderStatus::Confirmed), (new, OrderStatus::Placed)] {
        assert_eq!(shop.kept(&order.order_id).await.0.status(), status);
    }
}

#[tokio::test]
async fn counts_the_packs_of_unconfirmed_orders_once_for_every_replica() {
    let shop = Shop::open().await;
    for to in [None, Some(OrderStatus::Confirmed), Some(OrderStatus::Cancelled)] {
        let placed = shop.place(good_order()).await.expect("it is placed");
        if let Some(to) = to {
            shop.go(&placed.order_id, 1, to).await;
        }
    }
    for _ in 0..2 {
        shop.pass("unconfirmed-packs").await;
        let packs = count(shop.database.pool(), "SELECT packs FROM unconfirmed_sums").await;
        assert_eq!(packs, 4);
    }
}

#[tokio::test]
async fn packs_in_unconfirmed_orders_are_bounded_for_a_guests_number_and_for_an_account_of_its_own() {
    let database = Arc::new(testkit::database(&[]).await);
    let nats_url = testkit::nats_url();
    let shop = Shop::open_deciding(database, &nats_url, |settings| {
        settings.max_unconfirmed_packs = 300;
    });
    let shop = shop.await;
    let of = |quantity: i64| PlaceOrderRequest {
        total_paise: quantity * 24_900,
        lines: vec![line(fake_catalog::KARELA, 100, quantity, 24_900)],
        ..good_order()
    };
    let mut ids = Vec::new();
    for quantity in [99, 99, 99] {
        let placed = shop.place(of(quantity)).await.expect("they are few");
        ids.push(placed.order_id);
    }
    let refused = shop.place(of(4)).await.expect_err("300 is the most");
    assert_eq!(refused.code(), Code::Aborted);
    let reason = runtime::status::details(&refused).reason;
    assert_eq!(reason.as_deref(), Some("TOO_MANY_UNCONFIRMED"));
    shop.place(of(3)).await.expect("it is just as many");
    // Whoever has an account is not held to what strangers do with the number.
    let logged_in = PlaceOrderRequest {
        account_id: uuid::Uuid::now_v7().to_string(),
        ..of(99)
    };
    shop.place(logged_in.clone())
        .await
        .expect("it is the first of the account");
    let another = PlaceOrderRequest {
        mobile_number: "9123456789".to_owned(),
        ..of(99)
    };
    shop.place(another)
        .await
        .expect("another number has nothing to do with it");
    for _ in 0..2 {
        shop.place(logged_in.clone()).await.expect("they are few");
    }
    shop.place(logged_in)
        .await
        .expect_err("an account has its bound, too");
    // What the shop has looked at does not count any more.
    shop.go(&ids[0], 1, OrderStatus::Confirmed).await;
    shop.place(of(99)).await.expect("they are few again");
}
