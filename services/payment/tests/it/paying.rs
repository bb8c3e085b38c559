//! A shopper pays an order.

use payment_simulator::PaymentScenario;
use prost::Message as _;
use proto::{
    event::v1::PaymentCaptured,
    order::v1::{OrderStatus, PaymentMethod, PaymentStatus},
    payment::v1::PaymentState,
};
use runtime::status;
use serde_json::json;
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    fake_orders::{TOTAL, in_minutes},
    shop::{Shop, simulated},
};

fn reason(refused: &Status) -> String {
    status::details(refused).reason.unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_paid_once_and_its_shopper_sees_how_it_goes() {
    let shop = Shop::open().await;
    let order_id = shop.orders.place();
    let before = shop.get(&order_id).await;
    assert_eq!(before.state(), PaymentState::NotStarted);
    assert_eq!((before.amount_paise, before.paid_paise), (TOTAL, 0));
    assert!(!before.due_at.is_empty() && before.pay_url.is_empty());

    let (one, other) = tokio::join!(shop.start(&order_id), shop.start(&order_id));
    let (one, other) = (one.expect("it is asked"), other.expect("it is asked"));
    assert_eq!(one.state(), PaymentState::Open);
    assert!(
        one.pay_url.starts_with(shop.simulator.url().as_str()),
        "{}",
        one.pay_url
    );
    assert_eq!(one.pay_url, other.pay_url, "two tabs pay the same");
    assert!(one.is_simulated);

    shop.press(&order_id, "upi").await;
    let paid = shop.until(&order_id, PaymentState::Paid).await;
    assert_eq!(paid.paid_paise, TOTAL);
    assert!(!paid.paid_at.is_empty() && paid.pay_url.is_empty() && paid.due_at.is_empty());
    assert_eq!(shop.orders.order(&order_id).status(), OrderStatus::Confirmed);
    assert_eq!(shop.orders.settled(&order_id).len(), 1);
    let told = shop.told("shop.payment.captured.v1").await;
    let [captured] = &told[..] else {
        panic!("it is told once: {told:?}");
    };
    let captured = PaymentCaptured::decode(&captured[..]).expect("it is one");
    assert!(captured.is_accepted && captured.fee_paise > 0);
    assert_eq!(
        (captured.order_id.as_str(), captured.amount_paise),
        (order_id.as_str(), TOTAL)
    );

    let again = shop.start(&order_id).await.expect_err("it is paid");
    assert_eq!(
        (again.code(), reason(&again).as_str()),
        (Code::FailedPrecondition, "PAID")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_whose_payment_was_declined_can_try_again() {
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::Success).await;
    shop.press(&order_id, "decline").await;
    let declined = shop.until(&order_id, PaymentState::Declined).await;
    assert!(!declined.decline.is_empty() && !declined.pay_url.is_empty());
    shop.press(&order_id, "card").await;
    let paid = shop.until(&order_id, PaymentState::Paid).await;
    assert_eq!(paid.decline, "");
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_lost_is_found_and_never_asked_anew() {
    let shop = Shop::open().await;
    shop.set_scenario(PaymentScenario::ServerErrorAfterEffect).await;
    let order_id = shop.orders.place();
    let lost = shop.start(&order_id).await.expect_err("the answer is lost");
    assert_eq!(
        (lost.code(), reason(&lost).as_str()),
        (Code::Unavailable, "PROVIDER_AWAY")
    );
    assert_eq!(shop.get(&order_id).await.state(), PaymentState::NotStarted);
    // The provider's other calls fail once, too.
    let found = eventually("it is found", async || shop.start(&order_id).await.ok()).await;
    assert_eq!(found.state(), PaymentState::Open);
    assert_eq!(shop.count("SELECT count(*) FROM attempts").await, 1);
    let account = simulated();
    let links = shop.http.get(format!("{}v1/payment_links", shop.simulator.url()));
    let links = links
        .basic_auth(account.key_id, Some(account.key_secret))
        .send()
        .await;
    let links: serde_json::Value = links.expect("it answers").json().await.expect("it is JSON");
    assert_eq!(
        links["payment_links"].as_array().map(Vec::len),
        Some(1),
        "{links}"
    );
    shop.press(&order_id, "upi").await;
    shop.until(&order_id, PaymentState::Paid).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unreported_money_is_found_by_the_browser_and_by_the_periodic_task() {
    let shop = Shop::open().await;
    for is_by_browser in [true, false] {
        let order_id = shop.started(PaymentScenario::NoWebhooks).await;
        shop.press(&order_id, "upi").await;
        assert_eq!(shop.get(&order_id).await.state(), PaymentState::Open);
        if is_by_browser {
            shop.check(&order_id).await;
        } else {
            sqlx::query("UPDATE attempts SET look_at = now() WHERE state = 'open'")
                .execute(shop.pool())
                .await
                .expect("it is due");
        }
        shop.until(&order_id, PaymentState::Paid).await;
        assert_eq!(shop.orders.settled(&order_id).len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn money_waits_for_the_order_service() {
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::Success).await;
    shop.orders.set_away(true);
    shop.press(&order_id, "upi").await;
    shop.until(&order_id, PaymentState::Confirming).await;
    let again = shop.start(&order_id).await.expect("it is answered as it stands");
    assert_eq!(again.state(), PaymentState::Confirming);
    assert_eq!(shop.count("SELECT count(*) FROM attempts").await, 1);
    shop.orders.set_away(false);
    shop.until(&order_id, PaymentState::Paid).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_that_is_overdue_is_closed_at_the_provider() {
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::Success).await;
    let attempt = shop.attempt(&order_id).await;
    shop.orders
        .change(&order_id, |order| order.payment_due_at = in_minutes(-1));
    sqlx::query("UPDATE attempts SET due_at = now() - interval '1 min', look_at = now()")
        .execute(shop.pool())
        .await
        .expect("it is due");
    eventually("it is closed", async || {
        let closed = shop
            .count("SELECT count(*) FROM attempts WHERE state = 'closed'")
            .await;
        (closed == 1).then_some(())
    })
    .await;
    let payment = shop.get(&order_id).await;
    assert_eq!(payment.state(), PaymentState::Expired);
    assert_eq!((payment.pay_url.as_str(), payment.due_at.as_str()), ("", ""));
    let url = format!("{}simulator/pay", shop.simulator.url());
    let late = shop
        .http
        .post(url)
        .json(&json!({ "order": attempt, "button": "upi" }));
    let late = late.send().await.expect("the simulator answers");
    assert_eq!(late.status(), 400, "the provider takes no more money");
    let refused = shop.start(&order_id).await.expect_err("its time is over");
    assert_eq!(reason(&refused), "TOO_LATE");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_cannot_be_paid_online_says_why() {
    let shop = Shop::open().await;
    let unknown = Uuid::now_v7().to_string();
    let refused = shop.start(&unknown).await.expect_err("there is no such order");
    assert_eq!(refused.code(), Code::NotFound);
    let later = shop
        .orders
        .keep(|order| order.set_payment_method(PaymentMethod::PayLater));
    let cancelled = shop.orders.keep(|order| order.set_status(OrderStatus::Cancelled));
    let paid = shop
        .orders
        .keep(|order| order.set_payment_status(PaymentStatus::Paid));
    let over = shop.orders.keep(|order| order.payment_due_at = in_minutes(-1));
    for (order_id, expected) in [
        (later, "NOT_ONLINE"),
        (cancelled, "NOT_TO_BE_PAID"),
        (paid, "PAID"),
        (over, "TOO_LATE"),
    ] {
        let refused = shop.start(&order_id).await.expect_err(expected);
        assert_eq!(refused.code(), Code::FailedPrecondition);
        assert_eq!(reason(&refused), expected);
    }
    assert_eq!(shop.count("SELECT count(*) FROM attempts").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_costs_another_sum_since_is_asked_for_anew() {
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::Success).await;
    let first = shop.start(&order_id).await.expect("it is open");
    shop.orders.change(&order_id, |order| order.total_paise += 100);
    let second = shop.start(&order_id).await.expect("it is asked anew");
    assert_ne!(first.pay_url, second.pay_url);
    shop.press(&order_id, "upi").await;
    let paid = shop.until(&order_id, PaymentState::Paid).await;
    assert_eq!(paid.paid_paise, TOTAL + 100);
}
