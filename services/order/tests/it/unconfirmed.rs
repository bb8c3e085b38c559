//! Unconfirmed orders.

use std::sync::Arc;

use proto::order::v1::{
    CountOpenOrdersRequest, GetOrderRequest, Order, OrderStatus, PaymentMethod, PlaceOrderRequest,
};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::Code;

use crate::{Shop, count, fake_catalog, good_order, line};

impl Shop {
    /// Runs a periodic task now.
    pub(crate) async fn run_task(&self, name: &str) {
        testkit::run_task_now(self.database.pool(), name).await;
    }

    /// Returns an order and the time it is cancelled.
    async fn told(&self, order_id: &str) -> (Order, String) {
        let request = GetOrderRequest {
            order_id: order_id.to_owned(),
            order_number: String::new(),
        };
        let told = self.orders.clone().get_order(request).await;
        let told = told.expect("it is kept").into_inner();
        (told.order.expect("it comes along"), told.ends_at)
    }

    async fn warnings(&self) -> i64 {
        let counting = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.expiring.v1'";
        let counted = sqlx::query_scalar(counting).fetch_one(self.database.pool()).await;
        counted.expect("the outbox can be read")
    }
}

#[tokio::test]
async fn an_unconfirmed_order_is_warned_of_once_and_ends_a_day_later() {
    let shop = Shop::open().await;
    let [old, confirmed, new] = [
        shop.place(good_order()).await.expect("it is placed"),
        shop.place(good_order()).await.expect("it is placed"),
        shop.place(good_order()).await.expect("it is placed"),
    ];
    shop.go(&confirmed.order_id, 1, OrderStatus::Confirmed).await;
    // The orders are much older than this rule. Their shoppers are still warned a day before.
    shop.execute(format!(
        "UPDATE orders SET placed_at = now() - interval '9 days' WHERE id <> '{}'",
        new.order_id
    ))
    .await;
    testkit::eventually("its shopper is told", async || {
        shop.run_task("unconfirmed-warnings").await;
        (shop.warnings().await == 1).then_some(())
    })
    .await;
    let mut orders = shop.orders.clone();
    let counted = orders.count_open_orders(CountOpenOrdersRequest {}).await;
    let counted = counted.expect("they are counted").into_inner();
    assert_eq!(counted.ending_orders, 1, "the new one has its time");
    let (_, told) = shop.told(&old.order_id).await;
    assert_eq!(told, counted.next_ends_at, "its page and the count say the same");
    assert!(!told.is_empty());
    assert_eq!(shop.told(&confirmed.order_id).await.1, "", "it goes on");
    let (placed, ends_at) = shop.told(&new.order_id).await;
    let moment = |text: &str| OffsetDateTime::parse(text, &Rfc3339).expect("it is a time");
    assert_eq!(moment(&ends_at) - moment(&placed.placed_at), Duration::hours(48));
    let done = "SELECT count(*) FROM periodic_tasks WHERE name = 'unconfirmed-orders' AND due_at > now()";
    let has_run = async || {
        let runs: i64 = sqlx::query_scalar(done)
            .fetch_one(shop.database.pool())
            .await
            .expect("the tasks can be read");
        (runs == 1).then_some(())
    };
    shop.run_task("unconfirmed-orders").await;
    testkit::eventually("the task has passed", has_run).await;
    assert_eq!(shop.kept(&old.order_id).await.0.status(), OrderStatus::Placed);

    shop.execute("UPDATE expiry_warnings SET warned_at = now() - interval '25 hours'".to_owned())
        .await;
    testkit::eventually("it ends", async || {
        shop.run_task("unconfirmed-orders").await;
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
    // An account is not limited by other people's orders with its mobile number.
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
    // A confirmed order does not count any more.
    shop.go(&ids[0], 1, OrderStatus::Confirmed).await;
    shop.place(of(99)).await.expect("they are few again");
}

/// Addresses in two networks.
const NETWORKS: [&str; 2] = ["2001:db8:1::7", "2001:db8:2::7"];

/// Starts a shop with the default limits.
async fn open_bounded() -> Shop {
    let database = Arc::new(testkit::database(&[]).await);
    Shop::open_deciding(database, &testkit::nats_url(), |settings| {
        settings.max_unconfirmed_packs = 300;
        settings.max_unconfirmed_network_packs = 120;
        settings.guest_order_packs = 60;
        settings.guest_order_rupees = 12_000;
        settings.online_payment_minutes = 30;
    })
    .await
}

fn packs(quantity: i64, client_address: &str) -> PlaceOrderRequest {
    PlaceOrderRequest {
        total_paise: quantity * 24_900,
        lines: vec![line(fake_catalog::KARELA, 100, quantity, 24_900)],
        client_address: client_address.to_owned(),
        ..good_order()
    }
}

fn online(order: PlaceOrderRequest) -> PlaceOrderRequest {
    PlaceOrderRequest {
        payment_method: PaymentMethod::Online.into(),
        ..order
    }
}

fn by_account(order: PlaceOrderRequest) -> PlaceOrderRequest {
    PlaceOrderRequest {
        account_id: uuid::Uuid::now_v7().to_string(),
        ..order
    }
}

impl Shop {
    /// Returns the reason of a refused order.
    async fn refusal(&self, order: PlaceOrderRequest) -> Option<String> {
        let refused = self.place(order).await.expect_err("it is refused");
        assert_eq!(refused.code(), Code::Aborted, "{refused}");
        runtime::status::details(&refused).reason
    }
}

#[tokio::test]
async fn asks_a_guest_to_pay_a_large_first_order_before_its_packs_are_kept() {
    let shop = open_bounded().await;
    // 49 packs cost more than ₹12,000.
    for quantity in [49, 61, 99] {
        let reason = shop.refusal(packs(quantity, NETWORKS[0])).await;
        assert_eq!(reason.as_deref(), Some("PREPAYMENT_ASKED"), "{quantity}");
        let reason = shop.refusal(packs(quantity, "")).await;
        assert_eq!(reason.as_deref(), Some("PREPAYMENT_ASKED"), "{quantity}");
    }
    shop.place(packs(48, NETWORKS[0])).await.expect("it is small");
    shop.place(online(packs(99, NETWORKS[0])))
        .await
        .expect("it is paid first");
    shop.place(by_account(packs(99, NETWORKS[0])))
        .await
        .expect("an account is known");
    let lines = [
        (fake_catalog::KARELA, 100, 24_900),
        (fake_catalog::KARELA, 200, 32_400),
        (fake_catalog::ASHWAGANDHA, 75, 34_900),
    ];
    let lines = lines.map(|(product, weight, price)| line(product, weight, 99, price));
    let all_at_once = PlaceOrderRequest {
        total_paise: lines.iter().map(|line| line.line_total_paise).sum(),
        lines: Vec::from(lines),
        ..packs(1, NETWORKS[0])
    };
    let reason = shop.refusal(online(all_at_once)).await;
    assert_eq!(
        reason.as_deref(),
        Some("TOO_MANY_UNCONFIRMED"),
        "a first order, too"
    );
}

#[tokio::test]
async fn holds_a_network_to_its_bound_and_no_shopper_to_what_strangers_do_with_a_number() {
    let shop = open_bounded().await;
    let mut ids = Vec::new();
    for number in 0..3 {
        // A stranger uses the victim's number, and others.
        let order = PlaceOrderRequest {
            mobile_number: format!("987654321{}", number % 2),
            client_address: format!("2001:db8:1:{number}::7"),
            ..packs(40, "")
        };
        ids.push(shop.place(order).await.expect("it is within the bound").order_id);
    }
    let refused = packs(1, NETWORKS[0]);
    let reason = shop.refusal(refused.clone()).await;
    assert_eq!(reason.as_deref(), Some("TOO_MANY_UNCONFIRMED"));
    // The victim orders from another network, and neighbours pay online or log in.
    shop.place(packs(40, NETWORKS[1]))
        .await
        .expect("it is another network");
    shop.place(online(refused.clone()))
        .await
        .expect("it is paid first");
    shop.place(by_account(refused.clone()))
        .await
        .expect("an account has its own bound");
    // The shop confirmed one order, and its network is deleted.
    shop.go(&ids[0], 1, OrderStatus::Confirmed).await;
    shop.place(refused).await.expect("there is room again");
    let kept = "SELECT count(*) FROM orders WHERE network IS NOT NULL AND (status <> 'placed' OR account_id IS NOT NULL)";
    assert_eq!(count(shop.database.pool(), kept).await, 0);
}
