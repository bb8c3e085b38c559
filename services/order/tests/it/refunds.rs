//! Refund events. The tests use their own NATS, because durable consumers have a fixed name.

use async_nats::jetstream;
use engines::Engines;
use prost::Message as _;
use proto::{
    csv::v1::CsvImportState,
    event::v1::{PaymentDisputed, RefundChanged},
    order::v1::{AcceptPaymentRequest, Actor, Order, OrderStatus, PaymentStatus, PlaceOrderResponse},
};
use runtime::status;
use testkit::eventually;
use uuid::Uuid;

use crate::{Shop, cash::file, online_payments::payment, staff::Office, transitions::step};

/// A shop with a stand-in for the payment service.
struct Payments {
    shop: Shop,
    jetstream: jetstream::Context,
    _engines: Engines,
}

impl Payments {
    async fn open() -> Self {
        runtime::install_process_defaults();
        let engines = Engines::with_own_nats(testkit::database_url()).expect("NATS starts");
        let jetstream = testkit::jetstream(engines.nats_url(), &[("PAYMENTS", "shop.payment.>")]).await;
        Self {
            shop: Shop::open_with_online_payment(engines.nats_url()).await,
            jetstream,
            _engines: engines,
        }
    }

    /// Creates a paid order. Returns it with its payment.
    async fn paid(&self) -> (PlaceOrderResponse, AcceptPaymentRequest) {
        let order = self.shop.place_online().await;
        let money = payment(&order, order.total_paise);
        self.shop
            .accept_payment(money.clone())
            .await
            .expect("it is decided");
        (order, money)
    }

    async fn publish(&self, event: &RefundChanged) {
        let of = (event.refund_id.as_str(), event.version);
        self.send("shop.payment.refund_changed.v1", of, event.encode_to_vec())
            .await;
    }

    async fn send(&self, subject: &'static str, (id, version): (&str, i32), payload: Vec<u8>) {
        let mut headers = async_nats::HeaderMap::new();
        headers.insert("Nats-Msg-Id", Uuid::now_v7().to_string().as_str());
        headers.insert("Aggregate-Id", id);
        headers.insert("Aggregate-Version", version.to_string().as_str());
        let sent = self
            .jetstream
            .publish_with_headers(subject, headers, payload.into());
        let taken = sent.await.expect("NATS answers").await;
        taken.expect("the stream takes it");
    }

    /// Waits until the order has this payment status, refunded amount and amount with a refund in progress.
    async fn until(&self, order: &PlaceOrderResponse, expected: (PaymentStatus, i64, i64)) -> Order {
        eventually("the order hears of it", async || {
            let (kept, _) = self.shop.kept(&order.order_id).await;
            (payments_of(&kept) == expected).then_some(kept)
        })
        .await
    }
}

fn payments_of(order: &Order) -> (PaymentStatus, i64, i64) {
    (
        order.payment_status(),
        order.refunded_paise,
        order.refunding_paise,
    )
}

/// Builds the first event of a refund. `is_of_accepted` is true if the payment had paid its order.
fn refund(money: &AcceptPaymentRequest, amount_paise: i64, is_of_accepted: bool) -> RefundChanged {
    RefundChanged {
        refund_id: Uuid::now_v7().to_string(),
        payment_id: money.payment_id.clone(),
        order_id: money.order_id.clone(),
        amount_paise,
        state: "wanted".to_owned(),
        reason: "returned".to_owned(),
        version: 1,
        is_of_accepted,
        changed_on: "2026-11-26".to_owned(),
        ..RefundChanged::default()
    }
}

fn later(event: &RefundChanged, state: &str, version: i32) -> RefundChanged {
    RefundChanged {
        state: state.to_owned(),
        version,
        ..event.clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refunds_are_kept_with_their_order_in_any_order_of_events() {
    let payments = Payments::open().await;
    let (order, money) = payments.paid().await;
    let total = order.total_paise;
    let part = refund(&money, 10_000, true);
    payments.publish(&part).await;
    payments.until(&order, (PaymentStatus::Paid, 0, 10_000)).await;
    // The last event arrives first.
    payments.publish(&later(&part, "processed", 3)).await;
    payments
        .until(&order, (PaymentStatus::PartlyRefunded, 10_000, 0))
        .await;
    payments.publish(&later(&part, "pending", 2)).await;

    let failed = refund(&money, total - 10_000, true);
    payments.publish(&later(&failed, "pending", 2)).await;
    payments
        .until(&order, (PaymentStatus::PartlyRefunded, 10_000, total - 10_000))
        .await;
    payments.publish(&later(&failed, "failed", 3)).await;
    payments
        .until(&order, (PaymentStatus::PartlyRefunded, 10_000, 0))
        .await;
    // A second payment does not belong to the order's money.
    payments
        .publish(&later(&refund(&money, 5, false), "processed", 3))
        .await;
    let rest = refund(&money, total - 10_000, true);
    payments.publish(&later(&rest, "processed", 3)).await;
    let kept = payments.until(&order, (PaymentStatus::Refunded, total, 0)).await;
    assert_eq!((kept.status(), kept.version), (OrderStatus::Confirmed, 2));
    assert!(kept.payment.is_some(), "it had been paid");
    let (count, oldest): (i64, i32) =
        sqlx::query_as("SELECT count(*), min(version) FROM refunds WHERE state <> 'wanted'")
            .fetch_one(payments.shop.database.pool())
            .await
            .expect("the refunds can be read");
    assert_eq!((count, oldest), (4, 3), "older words change nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn packs_and_ships_nothing_while_all_of_its_money_is_on_its_way_back() {
    let payments = Payments::open().await;
    let office = Office::open(&payments.shop).await;
    let ((confirmed, of_confirmed), (packed, of_packed)) = (payments.paid().await, payments.paid().await);
    payments.shop.go(&packed.order_id, 2, OrderStatus::Packed).await;
    let total = confirmed.total_paise;
    let goes_back = refund(&of_confirmed, total, true);
    payments.publish(&goes_back).await;
    payments.publish(&refund(&of_packed, total - 1, true)).await;
    payments.publish(&refund(&of_packed, 1, true)).await;
    for order in [&confirmed, &packed] {
        payments.until(order, (PaymentStatus::Paid, 0, total)).await;
    }
    for (order, version, to) in [
        (&confirmed, 2, OrderStatus::Packed),
        (&packed, 3, OrderStatus::Shipped),
    ] {
        let request = step(&order.order_id, version, to, Actor::Staff);
        let refused = payments
            .shop
            .transition(request)
            .await
            .expect_err("its money goes back");
        assert_eq!(status::details(&refused).reason.as_deref(), Some("NOT_PAID"));
    }
    let row = format!(
        "order_number,carrier,tracking_number\n{},India Post,EK1\n",
        packed.order_number
    );
    let import = office.track(file(&row)).await;
    assert_eq!(import.state(), CsvImportState::Refused);

    // The refund failed, so the order is packed as before.
    payments.publish(&later(&goes_back, "failed", 2)).await;
    payments.until(&confirmed, (PaymentStatus::Paid, 0, 0)).await;
    payments
        .shop
        .go(&confirmed.order_id, 2, OrderStatus::Packed)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sum_that_goes_back_holds_its_order_no_more() {
    let payments = Payments::open().await;
    let order = payments.shop.place_online().await;
    let money = payment(&order, 1_000);
    payments
        .shop
        .accept_payment(money.clone())
        .await
        .expect("it is decided");
    payments.until(&order, (PaymentStatus::Held, 0, 0)).await;
    let back = refund(&money, 1_000, false);
    payments.publish(&back).await;
    payments.until(&order, (PaymentStatus::Pending, 0, 0)).await;
    // The refund failed, so staff must decide again.
    payments.publish(&later(&back, "failed", 2)).await;
    payments.until(&order, (PaymentStatus::Held, 0, 0)).await;

    // Unreadable events and events of unknown orders do not block others.
    let stranger = RefundChanged {
        order_id: Uuid::now_v7().to_string(),
        ..refund(&money, 1, true)
    };
    payments.publish(&stranger).await;
    payments.publish(&later(&back, "lost", 3)).await;
    payments.publish(&later(&back, "processed", 3)).await;
    payments.until(&order, (PaymentStatus::Pending, 0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn packs_no_order_whose_payment_is_disputed() {
    let payments = Payments::open().await;
    let (order, money) = payments.paid().await;
    let dispute = |state: &str, version| PaymentDisputed {
        dispute_id: Uuid::from_u128(7).to_string(),
        payment_id: money.payment_id.clone(),
        order_id: money.order_id.clone(),
        amount_paise: money.amount_paise,
        state: state.to_owned(),
        version,
    };
    let tell = async |state: &str, version: i32| {
        let event = dispute(state, version);
        let of = (event.dispute_id.as_str(), version);
        let payload = event.encode_to_vec();
        payments.send("shop.payment.disputed.v1", of, payload).await;
        eventually("the order hears of it", async || {
            let known: i32 = sqlx::query_scalar("SELECT version FROM disputes")
                .fetch_optional(payments.shop.database.pool())
                .await
                .ok()??;
            (known == version).then_some(())
        })
        .await;
    };
    let packing = || step(&order.order_id, 2, OrderStatus::Packed, Actor::Staff);
    for (state, version) in [("open", 1), ("under_review", 2), ("lost", 3)] {
        tell(state, version).await;
        let refused = payments.shop.transition(packing()).await.expect_err(state);
        assert_eq!(
            status::details(&refused).reason.as_deref(),
            Some("NOT_PAID"),
            "{refused}"
        );
        assert!(refused.message().contains("disputes"), "{refused}");
    }
    tell("won", 4).await;
    payments
        .shop
        .transition(packing())
        .await
        .expect("the money is the shop's");
}
