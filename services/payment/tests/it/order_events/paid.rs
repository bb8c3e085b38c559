//! Orders that are paid in another way while an attempt is open.

use payment_simulator::PaymentScenario;
use prost::Message as _;
use proto::{
    event::v1::OrderPaid,
    order::v1::PaymentStatus,
    payment::v1::{PaymentState, RefundReason, RefundState},
};
use serde_json::json;
use testkit::eventually;

use super::events::OrderEvents;
use crate::fake_orders::TOTAL;

const CONSUMER: &str = "payment-order-paid";

impl OrderEvents {
    /// Records a cash payment and publishes it.
    async fn pay_in_cash(&self, order_id: &str) {
        let orders = &self.shop.orders;
        orders.change(order_id, |order| order.set_payment_status(PaymentStatus::Paid));
        let event = OrderPaid {
            order_id: order_id.to_owned(),
            order_number: orders.order(order_id).order_number,
            version: 1,
            channel: "cash".to_owned(),
            amount_paise: TOTAL,
            received_on: "2026-11-26".to_owned(),
        };
        self.tell("shop.order.paid.v1", &event.encode_to_vec()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_came_another_way_is_not_requested() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.started(PaymentScenario::Success).await;
    let other = shop.started(PaymentScenario::Success).await;
    let attempt = shop.attempt(&order_id).await;
    events.pay_in_cash(&order_id).await;
    events.until_heard(CONSUMER).await;
    let paid = shop.get(&order_id).await;
    assert_eq!((paid.state(), paid.pay_url.as_str()), (PaymentState::Paid, ""));
    let url = format!("{}simulator/pay", shop.simulator.url());
    let late = shop
        .http
        .post(url)
        .json(&json!({ "order": attempt, "button": "upi" }));
    let refused = late.send().await.expect("the simulator answers").status();
    assert_eq!(refused, 400, "the provider takes no money for it any more");
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, 0);
    assert_eq!(shop.get(&other).await.state(), PaymentState::Open);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_came_both_ways_goes_back_by_itself() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.started(PaymentScenario::NoWebhooks).await;
    shop.press(&order_id, "upi").await;
    // No periodic poll finds the payment before the event arrives.
    sqlx::query("UPDATE attempts SET look_at = NULL")
        .execute(shop.pool())
        .await
        .expect("it is not polled");
    events.pay_in_cash(&order_id).await;
    let refund = eventually("it went back", async || {
        let refund = shop.get(&order_id).await.refunds.pop();
        refund.filter(|refund| refund.state() == RefundState::Processed)
    })
    .await;
    assert_eq!(
        (refund.reason(), refund.amount_paise),
        (RefundReason::PaidTwice, TOTAL)
    );
    events.until_heard(CONSUMER).await;
    assert_eq!(shop.get(&order_id).await.state(), PaymentState::Paid);
    let books = shop.provider_books().await;
    assert_eq!(books["refunded"].as_i64(), Some(TOTAL), "once: {books}");
}
