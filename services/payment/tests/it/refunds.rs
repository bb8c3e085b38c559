//! Refunds.

use payment_simulator::PaymentScenario;
use prost::Message as _;
use proto::{
    event::v1::RefundChanged,
    payment::v1::{
        GetOrderPaymentsRequest, OrderPayment, PaymentState, Refund, RefundPaymentRequest, RefundReason,
        RefundState,
    },
};
use runtime::status;
use serde_json::json;
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{fake_orders::TOTAL, shop::Shop};

impl Shop {
    /// The payments of an order, for staff.
    pub async fn payments_of(&self, order_id: &str) -> Vec<OrderPayment> {
        let order_id = order_id.to_owned();
        let mut office = self.office.clone();
        let answer = office
            .get_order_payments(GetOrderPaymentsRequest { order_id })
            .await;
        answer.expect("it is answered").into_inner().payments
    }

    pub async fn refund(&self, request: &RefundPaymentRequest) -> Result<Refund, Status> {
        let answer = self.office.clone().refund_payment(request.clone()).await?;
        Ok(answer.into_inner().refund.expect("it is answered"))
    }

    /// A request to refund a part of an order's only payment.
    pub async fn wanted(&self, order_id: &str, amount_paise: i64) -> RefundPaymentRequest {
        let payments = self.payments_of(order_id).await;
        RefundPaymentRequest {
            refund_id: Uuid::now_v7().to_string(),
            payment_id: payments[0].payment_id.clone(),
            amount_paise,
            reason: RefundReason::Goodwill.into(),
            note: "Two packs were torn".to_owned(),
        }
    }

    /// The published refund events: state and version.
    pub async fn refund_story(&self) -> Vec<(String, i32)> {
        let told = self.told("shop.payment.refund_changed.v1").await;
        let told = told.iter().map(|payload| {
            let event = RefundChanged::decode(&payload[..]).expect("it is one");
            (event.state, event.version)
        });
        told.collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_amount_is_held_and_goes_back_only_on_request() {
    let shop = Shop::open().await;
    let order_id = shop.started(PaymentScenario::WrongAmount).await;
    shop.press(&order_id, "upi").await;
    let held = shop.until(&order_id, PaymentState::Held).await;
    assert_eq!(held.paid_paise, TOTAL - 100);
    assert_eq!(held.refunds, []);
    assert_eq!(shop.count("SELECT count(*) FROM refunds").await, 0);

    let back = shop.wanted(&order_id, TOTAL - 100).await;
    let too_much = RefundPaymentRequest {
        amount_paise: TOTAL,
        ..back.clone()
    };
    let refused = shop.refund(&too_much).await.expect_err("less came");
    assert_eq!(refused.code(), Code::FailedPrecondition);
    assert_eq!(status::details(&refused).reason.as_deref(), Some("TOO_MUCH"));
    shop.refund(&back).await.expect("it goes back");
    shop.refund(&back).await.expect("it is the same");
    let other = RefundPaymentRequest {
        amount_paise: 100,
        ..back.clone()
    };
    let known = shop.refund(&other).await.expect_err("it is another");
    assert_eq!(known.code(), Code::AlreadyExists);
    eventually("it went back", async || {
        let refunds = shop.get(&order_id).await.refunds;
        (refunds[0].state() == RefundState::Processed).then_some(())
    })
    .await;
    let refunded = shop.provider_books().await["refunded"].as_i64();
    assert_eq!(refunded, Some(TOTAL - 100), "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_that_fails_is_followed_to_its_end_and_may_be_sent_again() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::RefundPendingThenFailed).await;
    let part = shop.wanted(&order_id, 40_000).await;
    let wanted = shop.refund(&part).await.expect("it is wanted");
    assert_eq!(
        (wanted.state(), wanted.reason()),
        (RefundState::Wanted, RefundReason::Goodwill)
    );
    eventually("the provider has it", async || {
        let refunds = shop.get(&order_id).await.refunds;
        (refunds[0].state() == RefundState::Pending).then_some(())
    })
    .await;
    assert_eq!(shop.get(&order_id).await.state(), PaymentState::Refunding);
    shop.post("simulator/clock", &json!({ "forward": 120 })).await;
    let failed = shop.until(&order_id, PaymentState::Paid).await;
    assert_eq!(failed.refunds[0].state(), RefundState::Failed);
    assert_eq!(failed.paid_paise, TOTAL);
    let story = shop.refund_story().await;
    let expected = [("wanted", 1), ("pending", 2), ("failed", 3)];
    assert_eq!(
        story,
        expected.map(|(state, version)| (state.to_owned(), version))
    );
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("nothing went back yet");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_partial_refunds_are_no_more_than_the_payment() {
    let shop = Shop::open().await;
    let order_id = shop.paid(PaymentScenario::Success).await;
    let half = TOTAL / 2 + 1;
    let (first, second) = (
        shop.wanted(&order_id, half).await,
        shop.wanted(&order_id, half).await,
    );
    let (first, second) = tokio::join!(shop.refund(&first), shop.refund(&second));
    assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
    let partly = shop.until(&order_id, PaymentState::PartlyRefunded).await;
    assert_eq!(partly.paid_paise, TOTAL - half);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_is_sent_once_also_when_the_answer_is_lost() {
    let shop = Shop::open().await;
    shop.set_scenario(PaymentScenario::ServerErrorAfterEffect).await;
    let order_id = shop.orders.place();
    eventually("the shopper is asked", async || shop.start(&order_id).await.ok()).await;
    shop.press(&order_id, "upi").await;
    eventually("it is paid", async || {
        let state = shop.check(&order_id).await.state();
        (state == PaymentState::Paid).then_some(())
    })
    .await;
    let all = shop.wanted(&order_id, TOTAL).await;
    shop.refund(&all).await.expect("it is wanted");
    shop.until(&order_id, PaymentState::Refunded).await;
    let books = shop.provider_books().await;
    assert_eq!(books["refunds"].as_array().map(Vec::len), Some(1), "{books}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_held_money_back_after_two_days() {
    let shop = Shop::open().await;
    let [young, old] = [47, 49].map(|hours| format!("recorded_at = now() - interval '{hours} hours'"));
    let kept = shop.started(PaymentScenario::WrongAmount).await;
    shop.press(&kept, "upi").await;
    shop.until(&kept, PaymentState::Held).await;
    shop.age("payments", &young, &kept).await;
    let order_id = shop.started(PaymentScenario::WrongAmount).await;
    shop.press(&order_id, "upi").await;
    shop.until(&order_id, PaymentState::Held).await;
    shop.age("payments", &old, &order_id).await;
    let back = eventually("it went back", async || {
        let sooner =
            "UPDATE periodic_tasks SET due_at = now() WHERE name = 'held-payments' AND holder IS NULL";
        sqlx::query(sooner).execute(shop.pool()).await.ok()?;
        let payment = shop.get(&order_id).await;
        (payment.state() == PaymentState::Refunded).then_some(payment)
    })
    .await;
    assert_eq!(back.refunds[0].reason(), RefundReason::WrongAmount);
    assert_eq!(shop.get(&kept).await.state(), PaymentState::Held);
}
