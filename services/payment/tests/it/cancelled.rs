//! The money of orders that are cancelled.

use async_nats::jetstream::{self, message::PublishMessage, stream};
use engines::{Engines, External, Options};
use payment_simulator::Script;
use prost::Message as _;
use proto::{
    event::v2::OrderMoved,
    payment::v1::{PaymentState, RefundReason, RefundState},
};
use serde_json::json;
use testkit::eventually;
use uuid::Uuid;

use crate::{fake_orders::TOTAL, shop::Shop};

/// NATS of its own, for durable consumers have one name.
struct CancelledOrders {
    shop: Shop,
    jetstream: jetstream::Context,
    _engines: Engines,
}

impl CancelledOrders {
    async fn open() -> Self {
        runtime::install_process_defaults();
        let external = External {
            database_url: Some(testkit::database_url()),
            nats_url: None,
        };
        let options = Options::throw_away(engines::checkout()).expect("a throw-away folder");
        let engines = Engines::start(&options, external).expect("NATS starts");
        let client = outbox::connect(&outbox::Settings::new(engines.nats_url())).await;
        let jetstream = jetstream::new(client.expect("it is an address"));
        let config = stream::Config {
            name: "ORDERS".to_owned(),
            subjects: vec!["shop.order.>".to_owned()],
            ..stream::Config::default()
        };
        eventually("the stream is made", async || {
            jetstream.get_or_create_stream(&config).await.ok()
        })
        .await;
        let shop = Shop::open_with(engines.nats_url()).await;
        Self {
            shop,
            jetstream,
            _engines: engines,
        }
    }

    /// Cancels an order and tells it, twice as after a relay that died.
    async fn cancel(&self, order_id: &str) {
        self.shop.orders.cancel(order_id);
        let event = OrderMoved {
            order_id: order_id.to_owned(),
            order_number: "VM-261126-22222".to_owned(),
            version: 3,
            lines: Vec::new(),
        };
        for _ in 0..2 {
            let message = PublishMessage::build()
                .payload(event.encode_to_vec().into())
                .message_id(Uuid::now_v7().to_string());
            let sent = self
                .jetstream
                .send_publish("shop.order.cancelled.v2", message)
                .await;
            sent.expect("NATS takes it").await.expect("NATS keeps it");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_cancelled_order_was_paid_goes_back_once_and_wholly() {
    let cancelled_orders = CancelledOrders::open().await;
    let shop = &cancelled_orders.shop;
    let order_id = shop.paid(Script::Success).await;
    let part = shop.wanted(&order_id, 10_000).await;
    shop.refund(&part).await.expect("a part goes back before");
    shop.until(&order_id, PaymentState::PartlyRefunded).await;
    cancelled_orders.cancel(&order_id).await;
    let back = shop.until(&order_id, PaymentState::Refunded).await;
    assert_eq!(back.paid_paise, 0);
    let [_, rest] = &back.refunds[..] else {
        panic!("two went back: {back:?}");
    };
    assert_eq!(
        (rest.reason(), rest.amount_paise),
        (RefundReason::Cancelled, TOTAL - 10_000)
    );
    eventually("both events are heard", async || {
        let heard = shop.count("SELECT count(*) FROM inbox WHERE consumer = 'payment-order-cancelled-v2'");
        (heard.await == 2).then_some(())
    })
    .await;
    let books = shop.provider_books().await;
    assert_eq!(books["refunded"].as_i64(), Some(TOTAL), "{books}");
    assert_eq!(shop.count("SELECT count(*) FROM refunds").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_comes_after_the_order_was_cancelled_goes_back_by_itself() {
    let cancelled_orders = CancelledOrders::open().await;
    let shop = &cancelled_orders.shop;
    let order_id = shop.started(Script::CapturedAfterExpiry).await;
    let attempt = shop.attempt(&order_id).await;
    let waiting = shop.press(&order_id, "upi").await;
    assert_eq!(waiting["outcome"], json!("waiting"));
    cancelled_orders.cancel(&order_id).await;
    // The bank answers when the link is closed, which the event has done.
    let back = shop.until(&order_id, PaymentState::Refunded).await;
    let [refund] = &back.refunds[..] else {
        panic!("it goes back once: {back:?}");
    };
    assert_eq!(
        (refund.reason(), refund.state()),
        (RefundReason::TooLate, RefundState::Processed)
    );
    assert_eq!(refund.amount_paise, TOTAL);
    assert_eq!(shop.orders.settled(&order_id).len(), 1);
    let url = format!("{}simulator/pay", shop.simulator.url());
    let late = shop.http.post(url).json(&json!({ "of": attempt, "by": "upi" }));
    assert_eq!(late.send().await.expect("it answers").status(), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_is_cancelled_while_its_money_waits_gets_all_of_it_back() {
    let cancelled_orders = CancelledOrders::open().await;
    let shop = &cancelled_orders.shop;
    let order_id = shop.started(Script::Success).await;
    shop.orders.set_away(true);
    shop.press(&order_id, "upi").await;
    shop.until(&order_id, PaymentState::Confirming).await;
    cancelled_orders.cancel(&order_id).await;
    shop.orders.set_away(false);
    shop.until(&order_id, PaymentState::Refunded).await;
    let books = shop.provider_books().await;
    assert_eq!(books["refunded"].as_i64(), Some(TOTAL), "{books}");
}
