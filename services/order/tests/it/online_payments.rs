//! Online payments, and the order's decision about them.

use std::sync::Arc;

use futures_util::future::join_all;
use proto::order::v1::{
    self as contract, AcceptPaymentOutcome, AcceptPaymentRequest, MoneyChannel, OrderStatus, PaymentMethod,
    PaymentStatus, PlaceOrderRequest, PlaceOrderResponse, RecordPaymentRequest,
    online_payment_service_client::OnlinePaymentServiceClient,
};
use runtime::status;
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

use crate::{Shop, count, good_order, transitions::step};

/// The price of the lines of [`good_order`], in paise.
const LINES: i64 = 117_100;

impl Shop {
    /// Starts a shop with online payment and a payment window of half an hour.
    pub(crate) async fn open_with_online_payment(nats_url: &str) -> Self {
        let database = Arc::new(testkit::database(&[]).await);
        let decide = |settings: &mut order::Settings| {
            settings.online_payment_minutes = 30;
        };
        Self::open_deciding(database, nats_url, decide).await
    }

    pub(crate) async fn place_online(&self) -> PlaceOrderResponse {
        let order = PlaceOrderRequest {
            payment_method: PaymentMethod::Online.into(),
            ..good_order()
        };
        self.place(order).await.expect("a good order is taken")
    }

    pub(crate) async fn accept_payment(
        &self,
        request: AcceptPaymentRequest,
    ) -> Result<AcceptPaymentOutcome, Status> {
        let channel = Channel::builder(self.served.url()).connect_lazy();
        let settled = OnlinePaymentServiceClient::new(channel)
            .accept_payment(request)
            .await?;
        Ok(settled.into_inner().outcome())
    }

    /// Returns the subjects and versions of an order's events, in the order of writing.
    async fn events(&self, order_id: &str) -> Vec<(String, i64)> {
        sqlx::query_as(
            "SELECT subject, aggregate_version FROM outbox WHERE aggregate_id = $1::text::uuid ORDER BY id",
        )
        .bind(order_id)
        .fetch_all(self.database.pool())
        .await
        .expect("the outbox can be read")
    }
}

/// Builds a payment with this amount, as the payment service sends it.
pub(crate) fn payment(order: &PlaceOrderResponse, amount_paise: i64) -> AcceptPaymentRequest {
    AcceptPaymentRequest {
        order_id: order.order_id.clone(),
        payment_id: Uuid::now_v7().to_string(),
        reference: "pay_29QQoUBi66xm2f".to_owned(),
        amount_paise,
        captured_at: order.placed_at.clone(),
    }
}

#[track_caller]
fn assert_not_paid(answer: Result<contract::Order, Status>) {
    let refused = answer.expect_err("its money is not there");
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    assert_eq!(status::details(&refused).reason.as_deref(), Some("NOT_PAID"));
}

#[tokio::test]
async fn money_pays_and_confirms_an_order_once_and_is_told_of() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let order = shop.place_online().await;
    let money = payment(&order, LINES);
    for _ in 0..2 {
        let outcome = shop.accept_payment(money.clone()).await.expect("it is decided");
        assert_eq!(outcome, AcceptPaymentOutcome::Accepted);
    }
    let (kept, _) = shop.kept(&order.order_id).await;
    assert_eq!(
        (kept.status(), kept.payment_status(), kept.version),
        (OrderStatus::Confirmed, PaymentStatus::Paid, 2)
    );
    assert_eq!(
        kept.changes.last().map(contract::OrderChange::actor),
        Some(contract::Actor::System)
    );
    let received = kept.payment.expect("it is told");
    assert_eq!(
        (
            received.channel(),
            received.reference.as_str(),
            received.amount_paise,
            received.staff_id.as_str()
        ),
        (MoneyChannel::Online, "pay_29QQoUBi66xm2f", LINES, "")
    );
    let told = [("placed", 1), ("paid", 1), ("confirmed", 2)];
    let told = told.map(|(name, version)| (format!("shop.order.{name}.v1"), version));
    assert_eq!(shop.events(&order.order_id).await, told);

    let again = payment(&order, LINES);
    let outcome = shop.accept_payment(again).await.expect("it is decided");
    assert_eq!(outcome, AcceptPaymentOutcome::PaidBefore);
    // The decision stays, even if the order changes later.
    shop.go(&order.order_id, 2, OrderStatus::Cancelled).await;
    let outcome = shop.accept_payment(money).await.expect("it is decided");
    assert_eq!(outcome, AcceptPaymentOutcome::Accepted);
    let outcome = shop
        .accept_payment(payment(&order, LINES))
        .await
        .expect("it is decided");
    assert_eq!(outcome, AcceptPaymentOutcome::TooLate);
}

#[tokio::test]
async fn an_order_with_another_method_is_paid_online_too_wherever_it_stands() {
    let shop = Shop::open().await;
    let order = shop.place(good_order()).await.expect("it is placed");
    shop.go(&order.order_id, 1, OrderStatus::Confirmed).await;
    shop.go(&order.order_id, 2, OrderStatus::Packed).await;
    let outcome = shop
        .accept_payment(payment(&order, LINES))
        .await
        .expect("it is decided");
    assert_eq!(outcome, AcceptPaymentOutcome::Accepted);
    let (kept, _) = shop.kept(&order.order_id).await;
    assert_eq!(
        (kept.status(), kept.payment_status(), kept.version),
        (OrderStatus::Packed, PaymentStatus::Paid, 3)
    );
}

#[tokio::test]
async fn another_sum_is_held_and_nothing_is_sent_until_the_right_one_came() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let order = shop.place_online().await;
    let outcome = shop
        .accept_payment(payment(&order, LINES - 1))
        .await
        .expect("it is decided");
    assert_eq!(outcome, AcceptPaymentOutcome::WrongAmount);
    let (kept, _) = shop.kept(&order.order_id).await;
    assert_eq!(
        (kept.status(), kept.payment_status(), kept.payment),
        (OrderStatus::Placed, PaymentStatus::Held, None)
    );
    let confirming = |actor| step(&order.order_id, 1, OrderStatus::Confirmed, actor);
    for actor in [contract::Actor::Staff, contract::Actor::System] {
        assert_not_paid(shop.transition(confirming(actor)).await);
    }
    let outcome = shop
        .accept_payment(payment(&order, LINES))
        .await
        .expect("it is decided");
    assert_eq!(outcome, AcceptPaymentOutcome::Accepted);
    let (kept, _) = shop.kept(&order.order_id).await;
    assert_eq!(kept.payment_status(), PaymentStatus::Paid);
    shop.go(&order.order_id, 2, OrderStatus::Packed).await;
}

#[tokio::test]
async fn an_unpaid_order_is_not_sent_unless_its_money_came_another_way() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let order = shop.place_online().await;
    for actor in [contract::Actor::Staff, contract::Actor::System] {
        let confirming = step(&order.order_id, 1, OrderStatus::Confirmed, actor);
        assert_not_paid(shop.transition(confirming).await);
    }
    // Simulates that an operator confirmed and packed it by SQL.
    for (status, to) in [
        ("confirmed", OrderStatus::Packed),
        ("packed", OrderStatus::Shipped),
    ] {
        shop.execute(format!("UPDATE orders SET status = '{status}'"))
            .await;
        assert_not_paid(
            shop.transition(step(&order.order_id, 1, to, contract::Actor::Staff))
                .await,
        );
    }
    shop.execute("UPDATE orders SET status = 'placed'".to_owned())
        .await;
    let by_staff = RecordPaymentRequest {
        order_id: order.order_id.clone(),
        channel: MoneyChannel::Online.into(),
        reference: "pay_1".to_owned(),
        amount_paise: LINES,
        received_on: shop.day(0).await,
    };
    let refused = shop
        .record(by_staff.clone())
        .await
        .expect_err("a provider says so");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let by_transfer = RecordPaymentRequest {
        channel: MoneyChannel::BankTransfer.into(),
        ..by_staff
    };
    shop.record(by_transfer).await.expect("it came another way");
    shop.go(&order.order_id, 1, OrderStatus::Confirmed).await;
    let told = [("placed", 1), ("paid", 1), ("confirmed", 2)];
    let told = told.map(|(name, version)| (format!("shop.order.{name}.v1"), version));
    assert_eq!(shop.events(&order.order_id).await, told);
    let outcome = shop
        .accept_payment(payment(&order, LINES))
        .await
        .expect("it is decided");
    assert_eq!(outcome, AcceptPaymentOutcome::PaidBefore);
}

#[tokio::test]
async fn a_payment_is_for_one_order_and_one_sum() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let (order, other) = (shop.place_online().await, shop.place_online().await);
    let money = payment(&order, LINES);
    shop.accept_payment(money.clone()).await.expect("it is decided");
    for (wrong, field) in [
        (
            AcceptPaymentRequest {
                order_id: other.order_id.clone(),
                ..money.clone()
            },
            "payment_id",
        ),
        (
            AcceptPaymentRequest {
                amount_paise: LINES + 1,
                ..money.clone()
            },
            "amount_paise",
        ),
    ] {
        let refused = shop
            .accept_payment(wrong)
            .await
            .expect_err("it was decided otherwise");
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(status::details(&refused).violations[0].field, field);
    }
    let unknown = AcceptPaymentRequest {
        order_id: Uuid::now_v7().to_string(),
        ..money
    };
    let refused = shop.accept_payment(unknown).await.expect_err("there is none");
    assert_eq!(refused.code(), Code::NotFound);
    let (kept, _) = shop.kept(&other.order_id).await;
    assert_eq!(kept.payment_status(), PaymentStatus::Pending);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_payments_and_a_cancellation_take_effect_one_after_another() {
    let shop = Shop::open_with_online_payment(&testkit::nats_url()).await;
    let other_replica = Shop::open_beside(&shop).await;
    for _ in 0..20 {
        let order = shop.place_online().await;
        let money = [
            payment(&order, LINES),
            payment(&order, LINES),
            payment(&order, LINES - 1),
        ];
        let twice = money.iter().chain(&money).cloned();
        let deciding = join_all(twice.map(|money| shop.accept_payment(money)));
        let cancelling = step(
            &order.order_id,
            1,
            OrderStatus::Cancelled,
            contract::Actor::Shopper,
        );
        let (settled, cancelled) = tokio::join!(deciding, other_replica.transition(cancelling));
        let settled: Vec<_> = settled
            .into_iter()
            .map(|outcome| outcome.expect("it is decided"))
            .collect();
        assert_eq!(settled[..3], settled[3..], "the same payment, the same answer");
        let accepted = settled[..3]
            .iter()
            .filter(|outcome| **outcome == AcceptPaymentOutcome::Accepted)
            .count();
        let (kept, _) = shop.kept(&order.order_id).await;
        match cancelled {
            Ok(_) => {
                assert_eq!((accepted, kept.status()), (0, OrderStatus::Cancelled));
                assert_eq!(kept.payment, None);
            }
            Err(refused) => {
                assert_eq!(status::details(&refused).reason.as_deref(), Some("ORDER_CHANGED"));
                assert_eq!((accepted, kept.status()), (1, OrderStatus::Confirmed));
                assert_eq!(kept.payment_status(), PaymentStatus::Paid);
            }
        }
    }
    let twice = "SELECT count(*) FROM (SELECT FROM outbox WHERE subject = 'shop.order.paid.v1'
                   GROUP BY aggregate_id HAVING count(*) > 1) AS twice";
    assert_eq!(count(shop.database.pool(), twice).await, 0);
}
