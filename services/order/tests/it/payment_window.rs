//! The payment window of online orders.

use proto::order::v1::{
    AcceptPaymentOutcome, AwaitPaymentRequest, OrderStatus, PaymentMethod, PlaceOrderRequest,
    QuoteDeliveryRequest, online_payment_service_client::OnlinePaymentServiceClient,
};
use runtime::status;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::transport::Channel;

use crate::{Shop, count, good_order, online_payments::payment};

const REMINDERS: &str = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.payment_due.v1'";

fn moment(text: &str) -> OffsetDateTime {
    OffsetDateTime::parse(text, &Rfc3339).expect("it is RFC 3339")
}

impl Shop {
    /// Simulates that all orders were placed this many minutes earlier.
    async fn pass_minutes(&self, minutes: i32) {
        self.execute(format!(
            "UPDATE orders SET placed_at = placed_at - interval '{minutes} minutes',
               payment_due_at = payment_due_at - interval '{minutes} minutes'"
        ))
        .await;
    }

    /// Extends the payment window of an order, and returns its end.
    async fn wait_for(&self, order_id: &str) -> String {
        let channel = Channel::builder(self.served.url()).connect_lazy();
        let request = AwaitPaymentRequest {
            order_id: order_id.to_owned(),
        };
        let answer = OnlinePaymentServiceClient::new(channel)
            .await_payment(request)
            .await;
        answer
            .expect("there is such an order")
            .into_inner()
            .payment_due_at
    }

    /// Runs a periodic task once and waits for its end. A running task does not count, because it may have
    /// started too early.
    pub(crate) async fn pass(&self, task: &'static str) {
        testkit::run_task_now(self.database.pool(), task).await;
        // While a replica runs the periodic task, `due_at` is the end of its lease and also in the future.
        let passed = "SELECT FROM periodic_tasks WHERE name = $1 AND holder IS NULL AND due_at > now()";
        testkit::eventually("the task has passed", async || {
            let passed = sqlx::query(passed)
                .bind(task)
                .fetch_optional(self.database.pool());
            passed.await.expect("the database answers").map(|_| ())
        })
        .await;
    }
}

#[tokio::test]
async fn paying_online_is_offered_by_a_setting_and_is_due_when_that_says() {
    let shop = Shop::open().await;
    let quote = async |shop: &Shop| {
        let request = QuoteDeliveryRequest {
            pincode: "395007".to_owned(),
        };
        let quoted = shop.orders.clone().quote_delivery(request).await;
        quoted
            .expect("there is such a pincode")
            .into_inner()
            .takes_online_payment
    };
    assert!(!quote(&shop).await);
    let online = PlaceOrderRequest {
        payment_method: PaymentMethod::Online.into(),
        idempotency_key: "try-1".to_owned(),
        ..good_order()
    };
    let refused = shop.place(online.clone()).await.expect_err("it is not offered");
    let violations = status::details(&refused).violations;
    assert_eq!(violations[0].field, "payment_method");
    assert_eq!(violations[0].code.as_deref(), Some("NOT_OFFERED"));

    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    assert!(quote(&shop).await);
    let placed = shop.place(online.clone()).await.expect("it is offered");
    assert!(placed.charges.is_empty(), "it costs what paying later does");
    let due = moment(&placed.payment_due_at);
    assert_eq!(due, moment(&placed.placed_at) + Duration::minutes(30));
    assert_eq!(shop.place(online).await.expect("it is repeated"), placed);
    let (kept, _) = shop.kept(&placed.order_id).await;
    assert_eq!(kept.payment_due_at, placed.payment_due_at);
    let later = shop.place(good_order()).await.expect("it is placed");
    assert_eq!(later.payment_due_at, "");
}

#[tokio::test]
async fn an_unpaid_order_is_reminded_of_once_and_ends_in_time() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let unpaid = shop.place_online().await;
    let (paid, held) = (shop.place_online().await, shop.place_online().await);
    let later = shop.place(good_order()).await.expect("it is placed");
    let outcome = shop.accept_payment(payment(&paid, paid.total_paise)).await;
    assert_eq!(outcome.expect("it is decided"), AcceptPaymentOutcome::Accepted);
    let outcome = shop.accept_payment(payment(&held, 1)).await;
    assert_eq!(outcome.expect("it is decided"), AcceptPaymentOutcome::WrongAmount);

    shop.pass_minutes(9).await;
    shop.pass("payment-reminders").await;
    assert_eq!(count(shop.database.pool(), REMINDERS).await, 0, "it is early");
    shop.pass_minutes(2).await;
    for _ in 0..2 {
        shop.pass("payment-reminders").await;
        assert_eq!(count(shop.database.pool(), REMINDERS).await, 1);
    }
    shop.pass("unpaid-orders").await;
    let (order, _) = shop.kept(&unpaid.order_id).await;
    assert_eq!(order.status(), OrderStatus::Placed, "there is still time");

    shop.pass_minutes(20).await;
    shop.pass("unpaid-orders").await;
    for (order, expected) in [
        (&unpaid, OrderStatus::Cancelled),
        (&paid, OrderStatus::Confirmed),
        (&held, OrderStatus::Placed),
        (&later, OrderStatus::Placed),
    ] {
        let (kept, _) = shop.kept(&order.order_id).await;
        assert_eq!(kept.status(), expected);
    }
    let (order, _) = shop.kept(&unpaid.order_id).await;
    let change = order.changes.last().expect("it was cancelled");
    assert_eq!(change.reason, "It was not paid in time");
    let outcome = shop.accept_payment(payment(&unpaid, unpaid.total_paise)).await;
    assert_eq!(outcome.expect("it is decided"), AcceptPaymentOutcome::TooLate);
}

#[tokio::test]
async fn an_order_whose_shopper_says_that_they_paid_waits_two_days_and_is_not_reminded_of() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let (said, late) = (shop.place_online().await, shop.place_online().await);
    let later = shop.place(good_order()).await.expect("it is placed");
    let due = moment(&said.placed_at) + Duration::hours(48);
    for _ in 0..2 {
        assert_eq!(moment(&shop.wait_for(&said.order_id).await), due);
    }
    assert_eq!(shop.wait_for(&later.order_id).await, "", "it is not paid online");
    shop.pass_minutes(31).await;
    assert_eq!(
        shop.wait_for(&late.order_id).await,
        "",
        "its time was over before"
    );
    shop.pass("payment-reminders").await;
    assert_eq!(count(shop.database.pool(), REMINDERS).await, 0);
    for (minutes, expected) in [(0, OrderStatus::Placed), (48 * 60, OrderStatus::Cancelled)] {
        shop.pass_minutes(minutes).await;
        shop.pass("unpaid-orders").await;
        let (kept, _) = shop.kept(&said.order_id).await;
        assert_eq!(kept.status(), expected, "after {minutes} minutes more");
    }
    assert_eq!(shop.wait_for(&said.order_id).await, "", "it is cancelled");
}

#[tokio::test]
async fn an_order_that_gets_more_time_while_the_task_waits_for_it_stays() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let order = shop.place_online().await;
    // The first periodic task is over, so the next one starts when this test says so.
    shop.pass("unpaid-orders").await;
    shop.pass_minutes(31).await;
    let mut extending = database::begin(shop.database.pool())
        .await
        .expect("the database answers");
    sqlx::query("UPDATE orders SET payment_due_at = now() + interval '2 days'")
        .execute(&mut *extending)
        .await
        .expect("it gets more time");
    testkit::run_task_now(shop.database.pool(), "unpaid-orders").await;
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    testkit::eventually("the task waits for the order", async || {
        (count(shop.database.pool(), waiting).await > 0).then_some(())
    })
    .await;
    extending.commit().await.expect("it has more time");
    shop.pass("unpaid-orders").await;
    let (kept, _) = shop.kept(&order.order_id).await;
    assert_eq!(kept.status(), OrderStatus::Placed);
}

#[tokio::test]
async fn an_online_order_gets_no_warning_about_confirmation() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    shop.place_online().await;
    let later = shop.place(good_order()).await.expect("it is placed");
    shop.execute("UPDATE orders SET placed_at = now() - interval '9 days'".to_owned())
        .await;
    shop.pass("unconfirmed-warnings").await;
    let warned: Vec<String> = sqlx::query_scalar("SELECT order_id::text FROM expiry_warnings")
        .fetch_all(shop.database.pool())
        .await
        .expect("the warnings can be read");
    assert_eq!(warned, [later.order_id]);
}
