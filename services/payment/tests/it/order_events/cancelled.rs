//! Payments of cancelled orders.

use payment_simulator::PaymentScenario;
use prost::Message as _;
use proto::{
    event::v1::OrderStatusChanged,
    payment::v1::{PaymentState, RefundReason, RefundState},
};
use serde_json::json;

use super::events::OrderEvents;
use crate::fake_orders::TOTAL;

impl OrderEvents {
    async fn cancel(&self, order_id: &str) {
        self.shop.orders.cancel(order_id);
        let event = OrderStatusChanged {
            order_id: order_id.to_owned(),
            order_number: "VM-261126-22222".to_owned(),
            version: 3,
            lines: Vec::new(),
        };
        self.tell("shop.order.cancelled.v1", &event.encode_to_vec()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_payment_of_a_cancelled_order_is_refunded_once_and_in_full() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let part = shop.wanted(&order_id, 10_000).await;
    shop.refund(&part).await.expect("a part goes back before");
    shop.until(&order_id, PaymentState::PartlyRefunded).await;
    events.cancel(&order_id).await;
    let back = shop.until(&order_id, PaymentState::Refunded).await;
    assert_eq!(back.paid_paise, 0);
    let [_, rest] = &back.refunds[..] else {
        panic!("two went back: {back:?}");
    };
    assert_eq!(
        (rest.reason(), rest.amount_paise),
        (RefundReason::Cancelled, TOTAL - 10_000)
    );
    events.until_heard("payment-order-cancelled").await;
    let books = shop.provider_books().await;
    assert_eq!(books["refunded"].as_i64(), Some(TOTAL), "{books}");
    assert_eq!(shop.count("SELECT count(*) FROM refunds").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_comes_after_the_order_was_cancelled_goes_back_by_itself() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.started(PaymentScenario::CapturedAfterExpiry).await;
    let attempt = shop.attempt(&order_id).await;
    let waiting = shop.press(&order_id, "upi").await;
    assert_eq!(waiting["outcome"], json!("waiting"));
    events.cancel(&order_id).await;
    // The simulated bank answers when the link is closed, which handling the event does.
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
    let late = shop
        .http
        .post(url)
        .json(&json!({ "order": attempt, "button": "upi" }));
    assert_eq!(late.send().await.expect("it answers").status(), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_is_cancelled_while_its_money_waits_gets_all_of_it_back() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.started(PaymentScenario::Success).await;
    shop.orders.set_away(true);
    shop.press(&order_id, "upi").await;
    shop.until(&order_id, PaymentState::Confirming).await;
    events.cancel(&order_id).await;
    shop.orders.set_away(false);
    shop.until(&order_id, PaymentState::Refunded).await;
    let books = shop.provider_books().await;
    assert_eq!(books["refunded"].as_i64(), Some(TOTAL), "{books}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_the_rest_back_when_a_part_went_back_on_the_providers_page() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.started(PaymentScenario::NoWebhooks).await;
    shop.press(&order_id, "upi").await;
    shop.check(&order_id).await;
    shop.until(&order_id, PaymentState::Paid).await;
    let path = format!("payments/{}/refund", shop.payment_id(&order_id).await);
    shop.at_the_provider(&path, &json!({ "amount": 30_000 })).await;
    events.cancel(&order_id).await;
    let back = shop.until(&order_id, PaymentState::Refunded).await;
    let mut refunds: Vec<_> = back
        .refunds
        .iter()
        .map(|refund| (refund.amount_paise, refund.state()))
        .collect();
    refunds.sort_unstable();
    assert_eq!(
        refunds,
        [
            (30_000, RefundState::Processed),
            (TOTAL - 30_000, RefundState::Processed),
            (TOTAL, RefundState::Failed)
        ]
    );
    assert_eq!(shop.findings().await, []);
    let books = shop.provider_books().await;
    assert_eq!(books["refunded"].as_i64(), Some(TOTAL), "{books}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_money_of_another_sum_back_when_the_order_is_cancelled() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.started(PaymentScenario::WrongAmount).await;
    shop.press(&order_id, "upi").await;
    shop.until(&order_id, PaymentState::Held).await;
    events.cancel(&order_id).await;
    let back = shop.until(&order_id, PaymentState::Refunded).await;
    let [refund] = &back.refunds[..] else {
        panic!("it goes back once: {back:?}");
    };
    assert_eq!(
        (refund.reason(), refund.amount_paise),
        (RefundReason::Cancelled, TOTAL - 100)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_money_back_while_the_provider_refuses_to_close_another_link() {
    let events = OrderEvents::open().await;
    let shop = &events.shop;
    let order_id = shop.paid(PaymentScenario::Success).await;
    // The provider answers 400 to every call about this link.
    let open = "INSERT INTO attempts (id, order_id, order_number, provider, amount_paise, state, provider_reference, due_at, look_at)
                SELECT gen_random_uuid(), order_id, order_number, provider, amount_paise, 'open', 'plink_00000000000000',
                  now() + interval '1 hour', NULL FROM attempts";
    sqlx::query(open).execute(shop.pool()).await.expect("it is added");
    events.cancel(&order_id).await;
    shop.until(&order_id, PaymentState::Refunded).await;
}
